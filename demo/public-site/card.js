// The card is typed into the gateway's own fields; the form gets a token in its place.
const place = document.querySelector('fieldset.card');
if (place) void open(place);

async function open(fieldset) {
  const form = fieldset.form;
  const said = fieldset.querySelector('.wrong');
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: fieldset.dataset.script });
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  }).catch(() => (said.textContent = 'The card fields did not load. Please look at this page again.'));
  if (!window.Stripe) return;
  const stripe = window.Stripe(fieldset.dataset.key);
  const elements = stripe.elements();
  const { color, fontFamily } = getComputedStyle(form);
  const style = { base: { color, fontFamily, fontSize: '15px' }, invalid: { color: '#d33' } };
  const number = elements.create('cardNumber', { style });
  number.mount('#card-number');
  elements.create('cardExpiry', { style }).mount('#card-expiry');
  elements.create('cardCvc', { style }).mount('#card-cvc');
  form.addEventListener('submit', async (event) => {
    if (!('pays' in (event.submitter?.dataset ?? {}))) return;
    event.preventDefault();
    event.submitter.disabled = true;
    const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card: number });
    said.textContent = error?.message ?? '';
    if (error) {
      event.submitter.disabled = false;
      number.focus();
      return;
    }
    form.elements.token.value = paymentMethod.id;
    form.submit();
  });
}
