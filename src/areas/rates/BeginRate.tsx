import { useNavigate } from '@tanstack/react-router';
import type { ValuesOf } from '../../contract/forms/record.ts';
import { keepDraft } from '../../web/leaving/drafts.ts';
import { ActButton } from '../../web/records/ActButton.tsx';
import { useSession } from '../../web/sending/session.ts';
import { beginRanges } from './ranges/useRanges.ts';
import type { RateDateRange } from './ranges/rate-date-ranges.contract.ts';
import type { Rate } from './rates.contract.ts';

const NEW_RATE = '/manage-rate/new';

type Props = {
  label: string;
  /** The form's initial values, as if they had been typed. */
  values: Partial<ValuesOf<typeof Rate>>;
  /** Its first ranges; an empty one if there are none. */
  ranges?: RateDateRange[];
  off?: boolean;
};

/** Opens the partly filled form of a new rate, for users who may create one. */
export function BeginRate({ label, values, ranges = [], off = false }: Props) {
  const { admin } = useSession();
  const navigate = useNavigate();
  const begin = async (): Promise<void> => {
    keepDraft(NEW_RATE, values);
    beginRanges(ranges);
    await navigate({ to: NEW_RATE, ignoreBlocker: true });
  };
  return (
    admin && (
      <ActButton off={off} act={begin}>
        {label}
      </ActButton>
    )
  );
}
