import { useQuery } from '@tanstack/react-query';
import { countTeeTimes } from '../../../contract/tee-time-count/tee-time-count.ts';
import { dayRangeText } from '../../../contract/typed/day-ranges.ts';
import { Alert } from '../../components/Alert.tsx';
import type { FilterValues } from '../../lists/list-search-params.ts';
import { ScreenLink } from '../../navigation/ScreenLink.tsx';
import { sendCall } from '../../sending/send.ts';
import type { RecordState } from '../useRecord.ts';
import { isSaveResult } from '../useActionResult.ts';

type Props = {
  record: Pick<RecordState, 'id' | 'said'>;
  /** The filters that find the tee times of the saved record; null if no tee times are concerned. */
  filters: FilterValues | null;
  /** How a tee time relates to the record, in words: `in it`, `at it`, `with it`. */
  how: string;
};

/**
 * Shows after a save how many tee times that are still to be played the saved record concerns, with a link to the list of
 * exactly those. Shows nothing if there are none, or if they could not be counted, because the record is saved all the
 * same.
 */
export function BookedTeeTimesNotice({ record: { id, said }, filters, how }: Props) {
  const booked = { status: 'booked', ...filters };
  const found = useQuery({
    queryKey: ['booked tee times', booked, said?.at],
    queryFn: ({ signal }) =>
      sendCall(countTeeTimes, { query: { filters: booked } }, { background: true, signal }),
    enabled: id !== 'new' && filters !== null && isSaveResult(said),
  });
  if (!found.data || !isSaveResult(said)) return null;
  return (
    <Alert tone="waiting" role="status">
      {found.data === 1 ? '1 tee time is' : `${found.data} tee times are`} booked {how}.{' '}
      <ScreenLink to={`/manage-tee-times?filters=${encodeURIComponent(JSON.stringify(booked))}`}>
        {found.data === 1 ? 'Show it' : 'Show them'}
      </ScreenLink>
    </Alert>
  );
}

/** Returns the filter for tee times that are played on the days of a record. */
export const playedOnDaysFilter = ({
  start_date,
  end_date,
}: {
  start_date: string | null;
  end_date: string | null;
}) => ({
  play_date:
    start_date === end_date && start_date !== null
      ? start_date
      : dayRangeText({ from: start_date, to: end_date }),
});
