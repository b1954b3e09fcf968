import { useNavigate } from '@tanstack/react-router';
import type { RecordFormValues } from '../../contract/forms/record.ts';
import { storeDraft } from '../../web/leaving/drafts.ts';
import { RecordBarButton } from '../../web/records/RecordBarButton.tsx';
import { useSession } from '../../web/sending/session.ts';
import { prepareNewRanges } from './ranges/useDateRanges.ts';
import type { RateDateRange } from './ranges/rate-date-ranges.contract.ts';
import type { Rate } from './rates.contract.ts';

const NEW_RATE = '/manage-rate/new';

type Props = {
  label: string;
  /** The initial values of the new rate's form, as if somebody had typed them. */
  values: Partial<RecordFormValues<typeof Rate>>;
  /** The first date ranges of the new rate; if empty, the form starts with a blank range. */
  ranges?: RateDateRange[];
  off?: boolean;
};

/** A button that opens the form of a new rate with some fields filled in, for users who may create rates. */
export function NewRateButton({ label, values, ranges = [], off = false }: Props) {
  const { admin } = useSession();
  const navigate = useNavigate();
  const begin = async (): Promise<void> => {
    storeDraft(NEW_RATE, values);
    prepareNewRanges(ranges);
    await navigate({ to: NEW_RATE, ignoreBlocker: true });
  };
  return (
    admin && (
      <RecordBarButton off={off} act={begin}>
        {label}
      </RecordBarButton>
    )
  );
}
