import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { isUnrecognizedChoice, type UnrecognizedChoice } from '../../../contract/forms/unread.ts';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { Select } from '../../../web/inputs/choosing/Select.tsx';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useStoredText } from '../../../web/shell/useStoredText.ts';
import { EmailFrame } from '../../email-templates/EmailFrame.tsx';
import type { TemplateKind } from '../../email-templates/email-templates.contract.ts';
import { TemplateProblems } from './TemplateProblems.tsx';
import { templates } from '../template-editor.contract.ts';
import { useRecordsToPreview } from './useRecordsToPreview.ts';

type Props = {
  template: TemplateKind;
  content: string;
  recordId: number | null;
  choose: (recordId: number | null) => void;
  goTo: (line: number) => void;
};

const TYPED_MS = 400;
const WIDTHS = [
  ['600', 'Desk'],
  ['360', 'Phone'],
] as const;

/** Shows the e-mail that the current text of the template makes: its subject, its HTML in a frame, and its plain text. */
export function EmailPreview({ template, content, recordId, choose, goTo }: Props) {
  const [typed] = useDebouncedValue(content, TYPED_MS);
  const [width, keepWidth] = useStoredText('templatePreviewWidth');
  const [sought, seek] = useState('');
  const { records, isSeeking } = useRecordsToPreview(template, sought);
  // Typed text that matches no record: the preview stays the same until the text does match.
  const [unread, keepUnread] = useState<UnrecognizedChoice | null>(null);
  const take = (chosen: number | UnrecognizedChoice | null): void => {
    const isUnknown = isUnrecognizedChoice(chosen) && chosen.typed !== '';
    keepUnread(isUnknown ? chosen : null);
    if (!isUnknown) choose(isUnrecognizedChoice(chosen) ? null : chosen || null);
  };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['template preview', template, recordId, typed],
    queryFn: () => {
      const body = { template, content: typed, ...(recordId !== null && { record_id: recordId }) };
      return sendCall(templates.preview, { body }, { background: true });
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  // While the template cannot be used, the last e-mail that worked stays visible below the reason.
  const [last, keep] = useState(data);
  useEffect(() => {
    if (data) keep(data);
  }, [data]);
  const letter = data ?? last;
  const problems = error instanceof FieldErrors ? Object.values(error.errors).flat() : [];
  const shown = width === '360' ? '360' : '600';
  return (
    <section className="card preview" aria-label="Preview" aria-busy={isPlaceholderData}>
      <div className="preview-head">
        <h2>Preview</h2>
        <div className="preview-widths" role="group" aria-label="Width">
          {WIDTHS.map(([each, label]) => (
            <button key={each} type="button" aria-pressed={shown === each} onClick={() => keepWidth(each)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <Select
        name="record_id"
        label="With"
        value={unread ?? recordId ?? 0}
        options={records}
        seek={seek}
        isSeeking={isSeeking}
        error={undefined}
        readOnly={false}
        change={take}
      />
      {problems.length > 0 && (
        <TemplateProblems title="It cannot be used yet" problems={problems} goTo={goTo} />
      )}
      {error && problems.length === 0 && <ErrorBox error={error} retry={() => void refetch()} />}
      {!letter && !error && <p className="quiet">Please wait...</p>}
      {letter && (
        <div className="preview-letter" data-before={error ? true : undefined}>
          {error && <p className="quiet">The last preview that worked:</p>}
          <dl className="preview-subject">
            <dt>Subject</dt>
            <dd>{letter.subject}</dd>
          </dl>
          <div className="preview-paper">
            <EmailFrame
              title="HTML of the letter"
              html={letter.html}
              tabIndex={-1}
              style={{ width: `${shown}px` }}
            />
          </div>
          <h3>Plain text</h3>
          {/* The element scrolls, so it must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="preview-text" role="region" aria-label="Plain text of the letter" tabIndex={0}>
            {letter.text}
          </pre>
        </div>
      )}
    </section>
  );
}
