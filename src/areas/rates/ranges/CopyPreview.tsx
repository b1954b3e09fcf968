import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { counted } from '../../../contract/words.ts';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { asking } from '../../../web/sending/send.ts';
import { rateDateRanges, type CopyForm } from './rate-date-ranges.contract.ts';

/** What copying would add at each course that is ticked, before anybody saves it. */
export function CopyPreview({ body }: { body: CopyForm }) {
  const preview = useQuery({
    queryKey: ['copy preview', body],
    ...asking(rateDateRanges.copyPreview, { body }),
    placeholderData: keepPreviousData,
  });
  if (preview.error) return <ErrorBox error={preview.error} retry={() => void preview.refetch()} />;
  return (
    <div className="copy-preview" role="status" aria-label="What will be added">
      <ul>
        {preview.data?.map(({ id, course_name, ranges, new_rate }) => (
          <li key={id}>
            <strong>{course_name}</strong>{' '}
            <span className="quiet">
              {ranges === 0
                ? 'has all of them already'
                : `${counted(ranges, 'date range')} ${new_rate ? 'in a new rate' : 'added to its rate with these terms'}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
