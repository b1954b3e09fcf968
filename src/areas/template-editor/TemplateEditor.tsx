import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import { RecordBarButton } from '../../web/records/RecordBarButton.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { TEMPLATE_KINDS, type TemplateKind } from '../email-templates/email-templates.contract.ts';
import { SELECT_TEMPLATE_FIRST, templates } from './template-editor.contract.ts';
import { TemplateForm } from './TemplateForm.tsx';
import './template-editor.css';

const PATH = '/email-templates';
const isKind = (value: unknown): value is TemplateKind => TEMPLATE_KINDS.some((kind) => kind === value);

/** The screen that edits the e-mail templates; its address names the open template. */
export function TemplateEditor() {
  const search: { template?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = isKind(search.template) ? search.template : null;
  const [isRefused, refuse] = useState(false);
  const list = useQuery({
    queryKey: ['templates'],
    queryFn: () => sendCall(templates.list, {}, { background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const files = Object.entries(list.data?.files ?? {}).flatMap(([key, name]) =>
    isKind(key) ? [[key, name] as const] : [],
  );
  const choose = async (template: TemplateKind): Promise<void> => {
    refuse(false);
    if (template === chosen) return;
    await navigate({ to: PATH, search: { template } });
  };
  const refuseSaving = (): void => {
    refuse(true);
    document.getElementById('field-template')?.focus();
  };
  return (
    <section className="record templates">
      <PageHead title="Email Templates" line="What goes out after a booking, a cancelation or a sale" />
      {list.error && <ErrorBox error={list.error} retry={() => void list.refetch()} />}
      <div className="template-choice">
        <Select
          name="template"
          label="Template name"
          value={chosen}
          options={files}
          error={isRefused && !chosen ? SELECT_TEMPLATE_FIRST : undefined}
          readOnly={false}
          change={(picked) => isKind(picked) && void choose(picked)}
        />
      </div>
      {chosen ? (
        <TemplateForm key={chosen} template={chosen} />
      ) : (
        <div className="record-bar" role="toolbar" aria-label="Form">
          <RecordBarButton look="go" act={refuseSaving}>
            Save
          </RecordBarButton>
        </div>
      )}
    </section>
  );
}
