import { FileInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type DragEvent } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { Select } from '../../../web/inputs/choosing/Select.tsx';
import { FieldErrors } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { PageHead } from '../../../web/shell/pages/PageHead.tsx';
import {
  IMPORT_KINDS,
  IMPORT_RETENTION_DAYS,
  MAX_IMPORT_BYTES,
  MOST_IMPORT_SIZE_TEXT,
  type ImportKindName,
} from '../files/imports.contract.ts';
import { IMPORT_KIND_WORDS } from './words.rules.ts';
import { useFileUpload } from './useFileUpload.ts';
import './imports.css';

const isKind = (value: unknown): value is ImportKindName => IMPORT_KINDS.some((kind) => kind === value);
const OPTIONS = IMPORT_KINDS.map((kind) => [kind, IMPORT_KIND_WORDS[kind].title] as const);

/** Asks for a file to import, and the kind of its records. Sending the file inserts nothing yet. */
export function NewImport() {
  const [kind, setKind] = useState<ImportKindName>('customers');
  const [file, setFile] = useState<File | null>(null);
  const { part, sendFile, stop } = useFileUpload();
  const { error, busy, attempt, forgetError } = useAttempt();
  const navigate = useNavigate();
  const pick = (picked: File | null): void => {
    forgetError();
    setFile(picked);
  };
  const start = () =>
    attempt(async () => {
      if (!file) throw new FieldErrors({ file: ['is required'] });
      if (file.size > MAX_IMPORT_BYTES)
        throw new FieldErrors({
          file: [`is larger than ${MOST_IMPORT_SIZE_TEXT}: split it, and send one part after the other`],
        });
      const sent = await sendFile({ kind, file });
      if (sent)
        await navigate({
          to: `/import/${sent.id}`,
          replace: true,
          search: sent.is_known ? { known: true } : {},
        });
    });
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (!busy) pick(event.dataTransfer.files[0] ?? null);
  };
  return (
    <section className="stack imports">
      <PageHead title="Import a File" line="Nothing is put in before you have seen what would be." />
      {error && <ErrorBox error={error} labelOf={() => 'File'} />}
      <div className="card pad stack import-new" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <Select
          name="kind"
          label="What it has"
          value={kind}
          options={OPTIONS}
          error={undefined}
          readOnly={false}
          change={(picked) => isKind(picked) && setKind(picked)}
        />
        <FileInput
          id="field-file"
          name="file"
          label="File"
          description={`CSV in UTF-8, at most ${MOST_IMPORT_SIZE_TEXT}, its first line the names of the columns. Choose one, or drop it here.`}
          placeholder="Choose a file"
          accept=".csv,.tsv,.txt,text/csv"
          clearable
          disabled={busy}
          value={file}
          onChange={pick}
        />
        <p className="quiet">
          Customers come first; certificates and tee times name them by their e-mail. A file that nobody puts
          in is gone after {IMPORT_RETENTION_DAYS} days.
        </p>
        <div className="row">
          <Button look="go" aria-disabled={busy || undefined} onClick={() => void start()}>
            Send the file
          </Button>
          {part !== null && <Button onClick={stop}>Stop</Button>}
          {part !== null && <ProgressBar label="Sent" part={part} />}
          <span className="quiet" role="status">
            {part !== null && (part < 1 ? 'It is being sent ...' : 'Its rows are read ...')}
          </span>
        </div>
      </div>
    </section>
  );
}

export const ProgressBar = ({ label, part }: { label: string; part?: number | undefined }) => (
  <progress className="import-bar" aria-label={label} max={1} {...(part !== undefined && { value: part })} />
);
