import type { SimulatorAnswer } from '../../simulator.ts';

/*
 * The card fields of the built-in gateway. They consist of a script for the page that shows them, which offers the
 * part of Stripe.js that a page needs (elements, mount, events, createPaymentMethod), and the page inside each
 * field's frame. Everything that a person types stays in the frames, which belong to the gateway and communicate with
 * each other; the surrounding page is told only that something was typed, what is wrong with it, and a token.
 */

// The script of a field's frame. `parent` is RIC's page, whose frames can be counted from here, and read if they belong
// to the gateway.
const FRAME_SCRIPT = `
const asked = new URLSearchParams(location.hash.slice(1));
const [group, type] = [asked.get('group'), asked.get('type')];
const input = document.querySelector('input');
const WHAT = { cardNumber: 'number', cardExpiry: 'expiration date', cardCvc: 'security code' };
const LABELS = { cardNumber: 'Credit or debit card number', cardExpiry: 'Credit or debit card expiration date', cardCvc: 'Credit or debit card CVC/CVV' };
const CODES = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' };
input.ariaLabel = LABELS[type];
globalThis.field = { group, type, input };

const digits = () => input.value.replace(/\\D/g, '');
const checksOut = (number) =>
  [...number].reverse().reduce((sum, digit, at) => {
    const value = at % 2 ? Number(digit) * 2 : Number(digit);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) % 10 === 0;
const isPast = (month, year) => new Date(2000 + Number(year), Number(month), 1) <= new Date();
const invalid = (message) => ({ type: 'validation_error', code: 'invalid_' + CODES[type], message });
function stateOf() {
  const typed = digits();
  if (typed === '') return { empty: true, complete: false };
  const least = { cardNumber: 16, cardExpiry: 4, cardCvc: 3 }[type];
  if (typed.length < least) return { empty: false, complete: false };
  const [month, year] = [typed.slice(0, 2), typed.slice(2)];
  const error =
    (type === 'cardNumber' && !checksOut(typed) && invalid('Your card number is invalid.')) ||
    (type === 'cardExpiry' && !(month >= 1 && month <= 12) && invalid("Your card's expiration month is invalid.")) ||
    (type === 'cardExpiry' && isPast(month, year) && invalid("Your card's expiration year is in the past."));
  return { empty: false, complete: !error, error: error || undefined };
}
function lacking() {
  const { complete, error } = stateOf();
  if (complete) return undefined;
  return error ?? { type: 'validation_error', code: 'incomplete_' + CODES[type], message: 'Your card\\'s ' + WHAT[type] + ' is incomplete.' };
}
globalThis.field.lacking = lacking;
globalThis.field.digits = digits;

const tell = (event, more = {}) => parent.postMessage({ group, type, event, ...more }, '*');
function show() {
  const typed = digits().slice(0, { cardNumber: 19, cardExpiry: 4, cardCvc: 4 }[type]);
  input.value =
    type === 'cardNumber' ? typed.replace(/(.{4})(?=.)/g, '$1 ') :
    type === 'cardExpiry' && typed.length > 2 ? typed.slice(0, 2) + ' / ' + typed.slice(2) : typed;
  const state = stateOf();
  input.dataset.invalid = state.error ? 'yes' : 'no';
  tell('change', { state });
}
input.addEventListener('input', show);
input.addEventListener('focus', () => tell('focus'));
input.addEventListener('blur', () => {
  const { empty, complete } = stateOf();
  if (!empty && !complete) tell('change', { state: { empty, complete, error: lacking() } });
  tell('blur');
});

/** The frames of this card, this one among them. */
function siblings() {
  const found = {};
  for (let at = 0; at < parent.frames.length; at += 1)
    try {
      const { field } = parent.frames[at];
      if (field && field.group === group) found[field.type] = field;
    } catch { /* Another's frame. */ }
  return found;
}
async function leave(id) {
  const { cardNumber, cardExpiry, cardCvc } = siblings();
  const error = [cardNumber, cardExpiry, cardCvc].map((field) => field.lacking()).find(Boolean);
  if (error) return tell('left', { id, error });
  const expiry = cardExpiry.digits();
  const card = { number: cardNumber.digits(), expmo: expiry.slice(0, 2), expyr: '20' + expiry.slice(2), cvv: cardCvc.digits() };
  try {
    const response = await fetch('tokens', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(card) });
    const { token, last4, expmo, expyr } = await response.json();
    tell('left', { id, paymentMethod: { id: token, card: { last4, exp_month: Number(expmo), exp_year: Number(expyr) } } });
  } catch {
    tell('left', { id, error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider.' } });
  }
}
const COLOURS = document.querySelector('style').sheet;
function wear({ base = {}, invalid = {} } = {}) {
  while (COLOURS.cssRules.length > 2) COLOURS.deleteRule(2);
  const { '::placeholder': placeholder = {}, ...own } = base;
  for (const [selector, look] of [['input', own], ['input::placeholder', placeholder], ['input[data-invalid=yes]', invalid]]) {
    const rule = COLOURS.cssRules[COLOURS.insertRule(selector + ' {}', COLOURS.cssRules.length)];
    Object.assign(rule.style, look);
  }
}
addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  if (data.do === 'update') { wear(data.options.style); input.placeholder = data.options.placeholder ?? input.placeholder; }
  if (data.do === 'focus') input.focus();
  if (data.do === 'blur') input.blur();
  if (data.do === 'clear') { input.value = ''; show(); }
  if (data.do === 'leave') void leave(data.id);
});
tell('ready');
`;

const FRAME = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Card field</title>
<style>html, body { margin: 0; height: 100%; background: transparent } input { all: unset; box-sizing: border-box; display: block; width: 100%; height: 100% }</style>
<input inputmode="numeric" autocomplete="off"><script>${FRAME_SCRIPT}</script></html>`;

// The page that shows the card fields may forbid turning text into scripts or HTML, so this script never does that.
const PAGE_SCRIPT = `(() => {
const at = new URL('.', document.currentScript.src);
const TITLES = { cardNumber: 'Secure card number input frame', cardExpiry: 'Secure expiration date input frame', cardCvc: 'Secure CVC input frame' };
let groups = 0;
let asks = 0;

function element(group, type, options) {
  const listeners = new Map();
  const waiting = [];
  let frame = null;
  let isReady = false;
  const fire = (event, more) => (listeners.get(event) ?? []).forEach((listener) => listener({ elementType: type, ...more }));
  const say = (message) => {
    if (isReady) frame.contentWindow.postMessage(message, at.origin);
    else waiting.push(message);
  };
  const hear = ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== at.origin) return;
    if (data.event === 'ready') {
      isReady = true;
      say({ do: 'update', options });
      waiting.splice(0).forEach(say);
    }
    fire(data.event, data.event === 'change' ? data.state : { ...data });
  };
  const focus = () => { frame?.focus(); say({ do: 'focus' }); };
  const label = ({ target }) => frame && target.closest?.('label')?.htmlFor === frame.parentElement.id && focus();
  const unmount = () => {
    removeEventListener('message', hear);
    removeEventListener('click', label);
    frame?.remove();
    frame = null;
    isReady = false;
  };
  const itself = {
    on: (event, listener) => { listeners.set(event, [...(listeners.get(event) ?? []), listener]); return itself; },
    off: (event, listener) => { listeners.set(event, (listeners.get(event) ?? []).filter((one) => listener && one !== listener)); return itself; },
    mount: (place) => {
      addEventListener('message', hear);
      addEventListener('click', label);
      frame = document.createElement('iframe');
      frame.title = TITLES[type];
      frame.src = new URL('frame.html#' + new URLSearchParams({ group, type }), at).href;
      Object.assign(frame.style, { border: '0', width: '100%', height: '1.2em', display: 'block' });
      (typeof place === 'string' ? document.querySelector(place) : place).append(frame);
    },
    update: (more) => { Object.assign(options, more); say({ do: 'update', options }); },
    focus,
    blur: () => say({ do: 'blur' }),
    clear: () => say({ do: 'clear' }),
    unmount,
    destroy: unmount,
    leave: () => new Promise((resolve) => {
      const id = String((asks += 1));
      const told = (answer) => {
        if (answer.id !== id) return;
        itself.off('left', told);
        resolve(answer);
      };
      itself.on('left', told);
      say({ do: 'leave', id });
    }),
  };
  return itself;
}

window.Stripe = (key) => {
  if (typeof key !== 'string' || !key.startsWith('pk_')) throw new Error('Please call Stripe() with your publishable key.');
  return {
    elements: () => {
      const group = String((groups += 1));
      return { create: (type, options = {}) => element(group, type, { ...options }) };
    },
    createPaymentMethod: async ({ card }) => {
      const { error, paymentMethod } = await card.leave();
      return error ? { error } : { paymentMethod };
    },
  };
};
})();
`;

/** Returns a file of the built-in gateway's card fields by the last part of its address; null for any other address. */
export function cardFieldsFile(name: string): SimulatorAnswer | null {
  if (name === 'script.js') return { status: 200, text: PAGE_SCRIPT, type: 'text/javascript; charset=utf-8' };
  if (name === 'frame.html') return { status: 200, text: FRAME, type: 'text/html; charset=utf-8' };
  return null;
}
