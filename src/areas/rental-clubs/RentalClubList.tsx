import { formatDecimalMoney } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { rentalClubName, HANDEDNESS, rentalClubs, SEXES } from './rental-clubs.contract.ts';

const nameIn = (names: readonly (readonly [number, string])[], value: number) =>
  names.find(([wire]) => wire === value)?.[1] ?? '';
const choicesOf = (names: readonly (readonly [number, string])[]) =>
  names.map(([wire, name]) => [String(wire), name] as const);

/** Lists all rental clubs, or with `fixedFilters` those of one course, as a part of the course's screen. */
export const RentalClubList = ({ fixedFilters }: { fixedFilters?: { course_id: number } }) => (
  <ListPage
    title="Rental Clubs"
    noun="rental club"
    list={useList({ calls: rentalClubs, fixedFilters })}
    row={{
      viewPath: (club) => `/rental-club/${club.id}`,
      card: ({ brand, description, charge, handed, sex, course_name }) => ({
        title: rentalClubName({ brand, description }),
        line: `${nameIn(HANDEDNESS, handed)}, ${nameIn(SEXES, sex)}`,
        amount: formatDecimalMoney(charge),
        foot: course_name,
      }),
      nameOf: (club) => `${rentalClubName(club)}, ${club.course_name}`,
    }}
    columns={[
      { name: 'cost', label: 'Cost', kind: 'money' },
      { name: 'rate', label: 'Rate', kind: 'money' },
      { name: 'charge', label: 'Charge', kind: 'money' },
      { name: 'brand', label: 'Brand' },
      { name: 'description', label: 'Description' },
      {
        name: 'handed',
        label: 'Handed',
        choices: choicesOf(HANDEDNESS),
        cell: ({ handed }) => nameIn(HANDEDNESS, handed),
      },
      { name: 'sex', label: 'Sex', choices: choicesOf(SEXES), cell: ({ sex }) => nameIn(SEXES, sex) },
      { name: 'course_name', label: 'Course' },
    ]}
  />
);
