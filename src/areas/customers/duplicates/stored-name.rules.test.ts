import { expect, test } from 'vitest';
import { storedCustomerName, unsavedNameText } from './stored-name.rules.ts';

const named = (name: string) => {
  const [first_name = '', last_name = ''] = name.split('|');
  return { first_name, last_name, email: ' annie@x.example' };
};

test('a known customer keeps their name, and the typed one is reported as not saved', () => {
  const [typed, known] = [named('Bob|Roe'), named('Ann|Lee')];
  expect(storedCustomerName(typed, known)).toBe('Ann Lee');
  expect(unsavedNameText(typed, known)).toBe(
    'annie@x.example is the e-mail address of Ann Lee. The typed name, Bob Roe, is not saved.',
  );
  expect(unsavedNameText(named('Bob|Lee'), known)).toContain('The typed name, Bob Lee, is not saved.');
});

test('a customer who is not known is stored as typed', () => {
  expect(storedCustomerName(named(' Bob | Roe'), null)).toBe('Bob Roe');
  expect(unsavedNameText(named('Bob|Roe'), null)).toBeNull();
});

test.each([
  ['ann|LEE ', 'Ann|Lee'],
  ['Jose|Nunez', 'José|Núñez'],
  ['Mary|Ann Lee', 'Mary Ann|Lee'],
  // Empty parts of the known name are filled in from the typed name; an empty typed part never contradicts the known name.
  ['Ann|Lee', 'Ann|'],
  ['Ann|Lee', '|'],
  ['|Lee', 'Ann|Lee'],
  ['|', 'Ann|Lee'],
])('nothing of %s is lost where %s is known', (typed, known) => {
  expect(unsavedNameText(named(typed), named(known))).toBeNull();
});

test('the empty part of a known name is shown as typed', () => {
  expect(storedCustomerName(named('Ann|Lee'), named('|'))).toBe('Ann Lee');
  expect(storedCustomerName(named('Bob|Roe'), named('Ann|'))).toBe('Ann Roe');
  expect(unsavedNameText(named('Bob|Roe'), named('Ann|'))).toContain('of Ann Roe. The typed name, Bob Roe,');
});
