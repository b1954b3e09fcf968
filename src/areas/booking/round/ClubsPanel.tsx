import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { formatMoney } from '../../../contract/money.ts';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { rentalClubName, rentalClubs, type RentalClubRow } from '../../rental-clubs/rental-clubs.contract.ts';
import { BookingPanel } from '../BookingPanel.tsx';
import type { BookingFields } from '../form/useBookingForm.ts';

const PER_PAGE = 30; // The list's page size (Spec 1 §9).

/** Loads the rental clubs that the course offers. */
export function useClubs(course: number | null) {
  const query = { per_page: PER_PAGE, filters: { course_id: course ?? 0, archived: false } };
  return useQuery({
    queryKey: ['clubs of', course],
    queryFn: () => sendCall(rentalClubs.index, { query }),
    enabled: course !== null,
  });
}

type Props = { fields: BookingFields; clubs: UseQueryResult<RentalClubRow[]> };

export function ClubsPanel({ fields, clubs }: Props) {
  if (clubs.error) {
    return (
      <BookingPanel title="Rental clubs">
        <ErrorBox error={clubs.error} retry={() => void clubs.refetch()} />
      </BookingPanel>
    );
  }
  const rows = clubs.data ?? [];
  return (
    <BookingPanel title="Rental clubs">
      {rows.length === 0 ? (
        <p className="quiet">{clubs.isFetching ? 'Please wait...' : 'No rental clubs found'}</p>
      ) : (
        <div className="sideways">
          <table className="small-table clubs" aria-label="Rental clubs">
            <thead>
              <tr>
                <th>Qty</th>
                <th className="r">Rate</th>
                <th className="r">Charge</th>
                <th>Brand</th>
                <th>Description</th>
                <th>Handed</th>
                <th>Sex</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((club) => (
                <ClubRow key={club.id} club={club} fields={fields} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {fields.errors['rental_clubs'] && (
        <p className="field-error" role="alert">
          {fields.errors['rental_clubs'].join(', ')}
        </p>
      )}
    </BookingPanel>
  );
}

function ClubRow({ club, fields }: { club: RentalClubRow; fields: BookingFields }) {
  const { quantities } = fields.form;
  const setQuantity = (typed: string): void => {
    if (/^\d{0,3}$/.test(typed)) fields.set({ quantities: { ...quantities, [club.id]: Number(typed) } });
  };
  return (
    <tr>
      <td>
        <input
          className="qty"
          inputMode="numeric"
          aria-label={`Qty of ${rentalClubName(club)}, ${handedOf(club)}, ${sexOf(club)}`}
          value={quantities[club.id] || ''}
          placeholder="0"
          onChange={(event) => setQuantity(event.currentTarget.value)}
        />
      </td>
      <td className="r">{formatMoney(club.raw_rate)}</td>
      <td className="r">{formatMoney(club.raw_charge)}</td>
      <td>{club.brand}</td>
      <td>{club.description}</td>
      <td>{handedOf(club)}</td>
      <td>{sexOf(club)}</td>
    </tr>
  );
}

const handedOf = (club: RentalClubRow): string => (club.handed === 0 ? 'Left' : 'Right');
const sexOf = (club: RentalClubRow): string => (club.sex === 0 ? 'Male' : 'Female');
