import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { formatInstant } from '../../../web/business/instant.ts';
import { Alert } from '../../../web/components/Alert.tsx';
import { Button } from '../../../web/components/Button.tsx';
import { focusScreenHeading } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { askToConfirm } from '../../../web/leaving/ask.ts';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { useRecordId } from '../../../web/navigation/params.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { PageHead } from '../../../web/shell/pages/PageHead.tsx';
import { imports, type Import } from '../files/imports.contract.ts';
import {
  importedCountText,
  IMPORT_KIND_WORDS,
  IMPORT_EFFECTS,
  importProgressText,
  IMPORT_STATE_WORDS,
} from './words.rules.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportLines } from './ImportLines.tsx';
import { ProgressBar, NewImport } from './NewImport.tsx';
import './imports.css';

const ASKED_EVERY_MS = 2_000;
const DROP = {
  question: 'Drop this file?',
  detail: 'Nothing of it was put in, and nothing of it is kept.',
  verb: 'Drop',
  danger: true,
};
const isAtWork = ({ state }: Import): boolean =>
  state === 'looking' || state === 'putting_in' || state === 'uploading';

/** Shows one import file, from naming its columns to the outcomes of its rows; or the form for a new one. */
export function ImportScreen() {
  const id = useRecordId();
  return id === 'new' ? <NewImport /> : <OneImport key={id} id={id} />;
}

function OneImport({ id }: { id: number }) {
  const { known }: { known?: unknown } = useSearch({ strict: false });
  const found = useQuery({
    queryKey: ['import', id],
    queryFn: () => sendCall(imports.show, { params: { id } }, { background: true }),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? ASKED_EVERY_MS : false),
  });
  useOnTopicChange(['imports'], () => void found.refetch());
  const { error, busy, attempt } = useAttempt();
  const [isNaming, setNaming] = useState(false);
  const navigate = useNavigate();
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <PageHead title="Import" line="Please wait..." />;
  const file = found.data;
  const act = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await found.refetch();
      setNaming(false);
      // The button that was pressed is gone, so the focus moves to the heading.
      focusScreenHeading();
    });
  const look = (columns: string[]) => act(() => sendCall(imports.look, { body: { id, columns } }));
  const putIn = async () => {
    const { kind, good } = file;
    const detail = `${IMPORT_EFFECTS[kind]} It cannot be undone.`;
    if (
      !(await askToConfirm({ question: `Put in ${importedCountText(kind, good)}?`, detail, verb: 'Put In' }))
    )
      return;
    await act(() => sendCall(imports.putIn, { body: { id } }));
  };
  const drop = async () => {
    if (!(await askToConfirm(DROP))) return;
    await attempt(async () => {
      await sendCall(imports.remove, { params: { id } });
      await navigate({ to: '/imports', replace: true });
    });
  };
  const names = file.state === 'mapping' || (file.state === 'looked' && isNaming);
  return (
    <section className="stack imports">
      <Head file={file} drop={() => void drop()} />
      {known === true && <Alert tone="waiting">This file was here already: it goes on where it was.</Alert>}
      {error && <ErrorBox error={error} />}
      {file.failed && (
        <Alert tone="danger" role="alert">
          {file.failed}
        </Alert>
      )}
      {names && <ImportColumns file={file} busy={busy} look={(columns) => void look(columns)} />}
      <Progress file={file} />
      {file.state === 'looked' && !isNaming && (
        <Acts
          file={file}
          busy={busy}
          putIn={() => void putIn()}
          look={() => void look(file.columns)}
          name={() => setNaming(true)}
        />
      )}
      {file.state === 'in' && <PutIn file={file} />}
      {(file.state === 'in' || file.state === 'looked') && !names && <ImportLines file={file} />}
    </section>
  );
}

const PutIn = ({ file: { kind, good } }: { file: Import }) => (
  <Alert tone="good" role="status">
    {importedCountText(kind, good)} put in.{' '}
    <ScreenLink to={IMPORT_KIND_WORDS[kind].path}>To the list</ScreenLink>
  </Alert>
);

type ActsProps = { file: Import; busy: boolean; putIn: () => void; look: () => void; name: () => void };

/** Shows the actions that are possible once the rows of an import file were checked. */
const Acts = ({ file: { good }, busy, putIn, look, name }: ActsProps) => (
  <div className="row">
    {good > 0 ? (
      <Button look="go" aria-disabled={busy || undefined} onClick={putIn}>
        Put in {good.toLocaleString('en-US')} New
      </Button>
    ) : (
      <span className="quiet">No row of this file is new.</span>
    )}
    <Button aria-disabled={busy || undefined} onClick={look}>
      Look Again
    </Button>
    <Button onClick={name}>Name the Columns Again</Button>
  </div>
);

function Head({ file, drop }: { file: Import; drop: () => void }) {
  const { timeZone } = useBusinessSettings();
  const { file_name, kind, row_count, made_by, created_at, state, kept_until } = file;
  const outcome = [
    `${IMPORT_KIND_WORDS[kind].title}, ${row_count.toLocaleString('en-US')} ${row_count === 1 ? 'row' : 'rows'}`,
    `by ${made_by}, ${formatInstant(created_at, timeZone)}`,
    ...(isAtWork(file)
      ? []
      : [`${state === 'in' ? 'told here' : 'kept'} until ${formatInstant(kept_until, timeZone)}`]),
  ];
  const mayDrop = state !== 'in' && state !== 'putting_in';
  return (
    <PageHead
      title={file_name}
      line={
        <>
          <span className="tag" data-tone="plain" role="status">
            {IMPORT_STATE_WORDS[state]}
          </span>{' '}
          {outcome.join(' · ')} · <ScreenLink to="/imports">All files</ScreenLink>
        </>
      }
      actions={
        mayDrop && (
          <Button look="danger" onClick={drop}>
            Drop This File
          </Button>
        )
      }
    />
  );
}

function Progress({ file }: { file: Import }) {
  if (!isAtWork(file)) return null;
  const isCounted = file.state === 'looking' && file.rows_read < file.row_count;
  return (
    <div className="card pad stack">
      <ProgressBar label="Progress" part={isCounted ? file.rows_read / file.row_count : undefined} />
      <p>{importProgressText(file)}</p>
      <p className="quiet">It goes on without this page. You may leave, and come back.</p>
    </div>
  );
}
