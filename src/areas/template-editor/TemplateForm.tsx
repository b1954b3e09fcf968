import { Suspense, useMemo, useRef, useState } from 'react';
import { useBusinessSettings } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { RecordBarButton } from '../../web/records/RecordBarButton.tsx';
import { FormAlert } from '../../web/records/form/FormAlert.tsx';
import { useFormShortcuts } from '../../web/records/form/useFormShortcuts.ts';
import { FieldErrors } from '../../web/sending/send.ts';
import type { TemplateKind } from '../email-templates/email-templates.contract.ts';
import { templateVariables } from '../email-templates/variables.rules.ts';
import type { CodeEditorActions } from './editing/CodeEditor.tsx';
import { VariableList } from './editing/VariableList.tsx';
import { insertableVariables } from './editing/written.rules.ts';
import { EmailPreview } from './preview/EmailPreview.tsx';
import { TemplateProblems } from './preview/TemplateProblems.tsx';
import { useTemplate, type TemplateState } from './useTemplate.ts';
import { TemplateVersions } from './versions/TemplateVersions.tsx';
import { lazyPart } from '../../web/navigation/lazy-screen.ts';

// The code editor is by far the largest script, so it is loaded only when a template is opened.
const CodeEditor = lazyPart(() => import('./editing/CodeEditor.tsx'), 'CodeEditor');

/** Edits one e-mail template: its text beside a preview of the e-mail, its variables, and its versions. */
export function TemplateForm({ template }: { template: TemplateKind }) {
  const state = useTemplate(template);
  const [recordId, chooseRecord] = useState<number | null>(null);
  const [isComparing, compare] = useState(false);
  const editing = useRef<CodeEditorActions>(null);
  const written = useMemo(() => insertableVariables(templateVariables(template)), [template]);
  useFormShortcuts(state, true);
  const { content, error, busy, loadError, retry } = state;
  const goTo = (line: number) => editing.current?.goTo(line);
  if (loadError) return <ErrorBox error={loadError} retry={retry} />;
  const refusals = error instanceof FieldErrors ? Object.values(error.errors).flat() : null;
  return (
    <>
      <div className="record-bar" role="toolbar" aria-label="Form">
        <Bar state={state} />
        <span className="bar-end">
          <RecordBarButton off={busy || content === undefined} act={() => state.sendMe(recordId)}>
            Send me this one
          </RecordBarButton>
          <RecordBarButton off={content === undefined} act={() => compare(true)}>
            Versions
          </RecordBarButton>
        </span>
      </div>
      {refusals && (
        <TemplateProblems title="It was not saved or sent" problems={refusals} goTo={goTo} isRefused />
      )}
      {!refusals && <FormAlert error={error} />}
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
        <TemplateVersions
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
  const { timeZone } = useBusinessSettings();
  const { modified, busy, said, base, content } = state;
  const saved = base?.updated_at
    ? `In use since ${formatInstant(base.updated_at, timeZone)}, by ${base.updated_by ?? ''}`
    : 'The built-in template is in use';
  return (
    <>
      <RecordBarButton look="go" off={busy || !modified} act={state.save}>
        Save
      </RecordBarButton>
      <RecordBarButton off={busy || content === undefined} act={state.reload}>
        Reload
      </RecordBarButton>
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
