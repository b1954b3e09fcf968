import { Suspense, useMemo, useRef, useState } from 'react';
import { useBusiness } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { ActButton } from '../../web/records/ActButton.tsx';
import { Alerts } from '../../web/records/form/Alerts.tsx';
import { useFormKeys } from '../../web/records/form/useFormKeys.ts';
import { FieldErrors } from '../../web/sending/send.ts';
import type { MailKind } from '../email-templates/email-templates.contract.ts';
import { variablesOf } from '../email-templates/variables.rules.ts';
import type { Editing } from './editing/CodeEditor.tsx';
import { VariableList } from './editing/VariableList.tsx';
import { variablesToInsert } from './editing/written.rules.ts';
import { EmailPreview } from './preview/EmailPreview.tsx';
import { Problems } from './preview/Problems.tsx';
import { useTemplate, type TemplateState } from './useTemplate.ts';
import { Versions } from './versions/Versions.tsx';
import { fetchedPart } from '../../web/navigation/lazy-screen.ts';

// The code editor is by far the largest script, so it is loaded only when a template is opened.
const CodeEditor = fetchedPart(() => import('./editing/CodeEditor.tsx'), 'CodeEditor');

/** Edits one e-mail template: its text beside a preview of the e-mail, its variables, and its versions. */
export function TemplateForm({ template }: { template: MailKind }) {
  const state = useTemplate(template);
  const [recordId, chooseRecord] = useState<number | null>(null);
  const [isComparing, compare] = useState(false);
  const editing = useRef<Editing>(null);
  const written = useMemo(() => variablesToInsert(variablesOf(template)), [template]);
  useFormKeys(state, true);
  const { content, error, busy, loadError, retry } = state;
  const goTo = (line: number) => editing.current?.goTo(line);
  if (loadError) return <ErrorBox error={loadError} retry={retry} />;
  const refusals = error instanceof FieldErrors ? Object.values(error.errors).flat() : null;
  return (
    <>
      <div className="record-bar" role="toolbar" aria-label="Form">
        <Bar state={state} />
        <span className="bar-end">
          <ActButton off={busy || content === undefined} act={() => state.sendMe(recordId)}>
            Send me this one
          </ActButton>
          <ActButton off={content === undefined} act={() => compare(true)}>
            Versions
          </ActButton>
        </span>
      </div>
      {refusals && <Problems title="It was not saved or sent" problems={refusals} goTo={goTo} isRefused />}
      {!refusals && <Alerts error={error} />}
      {content === undefined ? (
        <p className="quiet">Please wait...</p>
      ) : (
        <div className="template-columns">
          <div className="template-written">
            <p className="quiet" id="template-help">
              The first line is the subject, HTML and Liquid follow. Ctrl+Space offers what can be written,
              Tab goes on to the variables.
            </p>
            <Suspense fallback={<p className="quiet">Please wait...</p>}>
              <CodeEditor
                ref={editing}
                label="Template text"
                describedBy="template-help"
                value={content}
                change={state.type}
                written={written}
              />
            </Suspense>
            <VariableList written={written} insert={(text) => editing.current?.insert(text)} />
          </div>
          <EmailPreview
            template={template}
            content={content}
            recordId={recordId}
            choose={chooseRecord}
            goTo={goTo}
          />
        </div>
      )}
      {isComparing && content !== undefined && (
        <Versions
          template={template}
          content={content}
          restore={state.restore}
          close={() => compare(false)}
        />
      )}
    </>
  );
}

/** Shows the buttons Save and Reload, and the state of the template's text in words. */
function Bar({ state }: { state: TemplateState }) {
  const { timeZone } = useBusiness();
  const { modified, busy, said, base, content } = state;
  const saved = base?.updated_at
    ? `In use since ${formatInstant(base.updated_at, timeZone)}, by ${base.updated_by ?? ''}`
    : 'The built-in template is in use';
  return (
    <>
      <ActButton look="go" off={busy || !modified} act={state.save}>
        Save
      </ActButton>
      <ActButton off={busy || content === undefined} act={state.reload}>
        Reload
      </ActButton>
      <span className="bar-state">
        <span role="status" className="bar-said">
          {busy ? 'Please wait...' : said && <strong>{said}</strong>}
        </span>
        {!busy && !said && base && (
          <span className="quiet">{modified ? 'Changed, not saved yet' : saved}</span>
        )}
      </span>
    </>
  );
}
