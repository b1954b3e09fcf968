import { beforeEach } from 'vitest';
import type { HelpfulLink } from '../../../src/areas/helpful-links/helpful-links.contract.ts';
import { clearSignIn, storeSignIn } from '../../../src/web/sending/session.ts';

/** The sign-in of the person in these tests, as the server issues it. */
export const SIGN_IN = {
  'access-token': 'token',
  uid: 'pat@example.com',
  client: 'browser',
  expiry: '1',
  'token-type': 'Bearer',
};

/** Signs a person in before each test, with nothing left of the test before. */
export const signedInStaff = (): void =>
  beforeEach(() => {
    clearSignIn();
    storeSignIn(SIGN_IN, SIGN_IN.uid, 'Pat');
  });

/** A saved helpful link, as the server answers it. */
export const LINK: HelpfulLink = {
  id: 7,
  url: 'https://www.example.com/map',
  description: 'A course map',
  type: 'Helpful',
  order: 1,
  updated_at: '2030-05-30T12:00:00.000000Z',
};

/** Returns the error with which a promise is rejected. */
export const rejectionOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => Promise.reject(new Error(`It was not rejected, but resolved to ${JSON.stringify(value)}.`)),
    (error: unknown) => error,
  );
