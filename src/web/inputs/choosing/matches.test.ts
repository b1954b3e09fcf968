import { describe, expect, test } from 'vitest';
import { findMatchingOptions, findOnlyMatch } from './matches.ts';

const COURSES = [
  [1, 'Torrey Pines South'],
  [2, 'Torrey Pines North'],
  [3, 'Balboa Park 9'],
  [4, 'Balboa Park'],
  [5, 'PGA West, Pete Dye'],
  [6, 'The Park at El Cajón'],
  [7, 'Twin Oaks'],
  [8, 'Twin Oaks'],
] as const;
const ids = (typed: string): number[] => findMatchingOptions(COURSES, typed).map(([id]) => id);

describe('what is typed to choose', () => {
  test.each([
    ['torrey so', [1]],
    ['so torrey', [1]],
    ['SOUTH', [1]],
    ['torrey', [1, 2]],
    ['  torrey   pines ', [1, 2]],
    ['balboa park', [4, 3]],
    ['park', [3, 4, 6]],
    ['the', [6]],
    ['pa', [3, 4, 6]],
    ['p', [5, 1, 2, 3, 4, 6]],
    ['cajon', [6]],
    ['dye pga', [5]],
    ['torrey balboa', []],
    ['zzz', []],
    ['', [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('%j finds %j', (typed, found) => expect(ids(typed)).toEqual(found));

  test.each([
    ['Torrey Pines South', 1],
    ['torrey so', 1],
    ['balboa park', 4],
    ['torrey', undefined],
    ['twin oaks', undefined],
    ['zzz', undefined],
    ['torrey-pines-south', 1],
    ['torreypinesso', 1],
  ])('%j can only mean %j', (typed, id) => expect(findOnlyMatch(COURSES, typed)?.[0]).toBe(id));

  test.each([
    ['torrey s', ['Torrey Pines South', 'Torrey Pines North']],
    ['pga s', ['PGA West (Stadium)', 'PGA West, Greg Norman & Guests’ Course', 'PGA West, Nicklaus']],
    ['torrey-pines', ['Torrey Pines North', 'Torrey Pines South']],
    ['rams hill', ['Rams-Hill']],
    ['laquinta', ['Laquinta Links', 'La Quinta, Dunes']],
    ['laquinta du', ['La Quinta, Dunes']],
    ['pgawestnick', ['PGA West, Nicklaus']],
    ['aquinta', ['Laquinta Links']],
    ['-', []],
    ['--', []],
    ['(', ['PGA West (Stadium)']],
    ['&', ['PGA West, Greg Norman & Guests’ Course']],
    ['’', ['PGA West, Greg Norman & Guests’ Course']],
  ])('%j finds in this order: %j', (typed, found) => {
    const names = [
      'PGA West, Greg Norman & Guests’ Course',
      'PGA West, Nicklaus',
      'PGA West (Stadium)',
      'Torrey Pines North',
      'Torrey Pines South',
      'La Quinta, Dunes',
      'Laquinta Links',
      'Rams-Hill',
    ];
    const options = names.map((name) => [name, name] as const);
    expect(findMatchingOptions(options, typed).map(([name]) => name)).toEqual(found);
  });
});

test('another whole text of an option is as good as its own, and a part of it is not', () => {
  const countries = [
    ['AU', 'Australia', ['AU']],
    ['AS', 'American Samoa', ['AS']],
    ['US', 'United States', ['US', 'USA', 'America']],
  ] as const;
  const first = (typed: string) => findMatchingOptions(countries, typed).map(([value]) => value)[0];
  expect(['us', 'USA', 'america', 'united', 'amer'].map(first)).toEqual(['US', 'US', 'US', 'US', 'AS']);
  expect(findOnlyMatch(countries, 'us')?.[0]).toBe('US');
});
