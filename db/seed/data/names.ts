export const FIRST_NAMES =
  'James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen Daniel Lisa Matthew Nancy Anthony Betty Mark Sandra Steven Ashley Paul Emily Andrew Donna Joshua Michelle Kevin Carol Brian Amanda George Melissa Edward Deborah Ronald Stephanie Timothy Laura Jason Sharon Ryan Cynthia Gary Kathleen Eric Amy Stephen Angela Larry Anna Justin Brenda Scott Pamela Hiroshi Yuki Kenji Björn Siobhán Diego Lucía Chen Wei Priya Arjun Olga Ivan José Amélie Søren Zoë François Nguyễn Fatima Omar Leilani Kai Mateo Beatriz'.split(
    ' ',
  );
export const LAST_NAMES =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Okafor Sørensen Nakamura Delacroix O’Brien Müller Kowalczyk Papadopoulos Fitzgerald-Montgomery Van_der_Berg Srinivasan Takahashi Whitcombe'
    .split(' ')
    .map((name) => name.replaceAll('_', ' '));
export const SEED_CITIES = [
  ['San Diego', 'CA', '92101'],
  ['La Jolla', 'CA', '92037'],
  ['Carlsbad', 'CA', '92008'],
  ['Escondido', 'CA', '92025'],
  ['Palm Springs', 'CA', '92262'],
  ['Los Angeles', 'CA', '90012'],
  ['Phoenix', 'AZ', '85004'],
  ['Las Vegas', 'NV', '89109'],
  ['Denver', 'CO', '80202'],
  ['Chicago', 'IL', '60601'],
  ['Seattle', 'WA', '98101'],
  ['Portland', 'OR', '97204'],
] as const;
export const SEED_NOTES = [
  'Early check-in requested',
  'Birthday group, please seat together',
  'Walking only, no cart',
  'Will pay the balance at the course',
  'Late arrival possible, call cell',
  'Hotel shuttle arranged by the concierge',
  'Two pairings, keep adjacent',
  'Wants a replay if time permits',
];
export const SEED_INTERNAL_NOTES = [
  'Rate override approved by manager',
  'Course confirmed by phone',
  'Card declined once, then approved',
  'Moved from the wait list',
  'Price match against a competitor',
  'Left a voicemail, waiting on reply',
  'E-mailed the voucher twice',
];
