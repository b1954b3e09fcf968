import { useState } from 'react';
import { ScreenLink } from '../../../../web/navigation/ScreenLink.tsx';
import type { DateRangeWarning } from '../rate-date-ranges.contract.ts';
import { Button } from '../../../../web/components/Button.tsx';

const SHOWN = 2;

/** Shows the overlaps and gaps of a date range: the first few, and the others on request. */
export function RangeWarnings({ warnings }: { warnings: DateRangeWarning[] }) {
  const [all, setAll] = useState(false);
  if (warnings.length === 0) return null;
  const shown = all ? warnings : warnings.slice(0, SHOWN);
  return (
    <ul className="range-warnings" aria-label="Warnings">
      {shown.map(({ message, rate_id }) => (
        <li key={message}>
          {message}{' '}
          {rate_id !== null && (
            <ScreenLink to={`/manage-rate/${rate_id}`} aria-label={`View rate ${rate_id}`}>
              View
            </ScreenLink>
          )}
        </li>
      ))}
      {shown.length < warnings.length && (
        <li>
          <Button look="quiet" onClick={() => setAll(true)}>
            {warnings.length - shown.length} more
          </Button>
        </li>
      )}
    </ul>
  );
}
