import { expect, test } from 'vitest';
import { splitDatabaseHosts, safeDatabaseAddress } from './hosts.ts';

test.each([
  ['postgres://ric@db/ric', ['postgres://ric@db/ric']],
  ['postgresql://ric:secret@db.example:5432/ric', ['postgresql://ric:secret@db.example:5432/ric']],
  [
    'postgres://ric:secret@db1:5432,db2:5433/ric?sslmode=require',
    [
      'postgres://ric:secret@db1:5432/ric?sslmode=require',
      'postgres://ric:secret@db2:5433/ric?sslmode=require',
    ],
  ],
  [
    'postgres://ric@db1,db2,10.0.0.3:6432/ric',
    [1, 2, 3].map((n) => `postgres://ric@${['db1', 'db2', '10.0.0.3:6432'][n - 1]}/ric`),
  ],
  [
    'postgres://ric@[::1],[fe80::2]:5433/ric',
    ['postgres://ric@[::1]/ric', 'postgres://ric@[fe80::2]:5433/ric'],
  ],
  // As in libpq, everything before the last @ is the user and password; the driver separates the two.
  [
    'postgres://ric:p%40ss,word@db1,db2/ric',
    ['postgres://ric:p%40ss,word@db1/ric', 'postgres://ric:p%40ss,word@db2/ric'],
  ],
  ['postgres://db1,db2', ['postgres://db1', 'postgres://db2']],
  ['postgres:///ric', ['postgres:///ric']],
])('%s names %j', (address, hosts) => {
  expect(splitDatabaseHosts(address)).toEqual(hosts);
});

test.each([
  'mysql://ric@db/ric',
  'db/ric',
  '',
  'postgres:ric',
  'postgres://ric@db1,/ric',
  'postgres://ric@,db2/ric',
  'postgres://ric@db1:x,db2/ric',
  'postgres://ric@db1:0,db2/ric',
  'postgres://ric@db1:65536/ric',
  'postgres://ric@db1:5432:5433/ric',
  'postgres://ric@db 1/ric',
])('%s is no address of a server', (address) => {
  expect(splitDatabaseHosts(address)).toBeNull();
});

test('a message says where it is, never who opens it', () => {
  expect(safeDatabaseAddress('postgres://ric:secret@db1:5432,db2/ric?password=secret')).toBe(
    'db1:5432,db2/ric',
  );
  expect(safeDatabaseAddress('postgres://db/ric')).toBe('db/ric');
});
