// A request that may have come through is sent again without a press.
const again = document.querySelector('form[data-again]');
if (again) setTimeout(() => again.submit(), 15_000);

// The card is typed into the gateway's own fields; the form gets a token in its place.
const place = document.querySelector('fieldset.card');
if (place) open(place.form, place.querySelector('.wrong'));

function open(form, said) {
  if (!window.Stripe)
    return (said.textContent = 'The card fields did not load. Please look at this page again.');
  const stripe = window.Stripe(place.dataset.key);
  const elements = stripe.elements();
  const { color, fontFamily } = getComputedStyle(form);
  const style = { base: { color, fontFamily, fontSize: '15px' }, invalid: { color: '#d33' } };
  const number = elements.create('cardNumber', { style });
  number.mount('#card-number');
  elements.create('cardExpiry', { style }).mount('#card-expiry');
  elements.create('cardCvc', { style }).mount('#card-cvc');
  form.addEventListener('submit', async (event) => {
    const button = event.submitter;
    if (!button || !('pays' in button.dataset)) return;
    event.preventDefault();
    button.disabled = true;
    const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card: number });
    said.textContent = error?.message ?? '';
    if (!error) {
      form.elements['card.token'].value = paymentMethod.id;
      return form.submit();
    }
    button.disabled = false;
    number.focus();
  });
}
