import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { formatInstant } from '../../../web/business/instant.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { Select } from '../../../web/inputs/choosing/Select.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { TEMPLATE_TITLES, type TemplateKind } from '../../email-templates/email-templates.contract.ts';
import { TextDifference } from './TextDifference.tsx';
import { templates } from '../template-editor.contract.ts';

type Props = {
  template: TemplateKind;
  /** The text in the code editor. */
  content: string;
  restore: (version_id: number | null) => Promise<void>;
  close: () => void;
};

// Choices beside the saved versions: the built-in template and the text in the editor. No saved version has such an id.
const BUILT_IN = 0;
const TYPED = -1;

/** Lists the versions of a template with their authors and times, compares any two of them, and restores one. */
export function TemplateVersions({ template, content, restore, close }: Props) {
  const { timeZone } = useBusinessSettings();
  const [chosen, choose] = useState<number | null>(null);
  const [other, compareWith] = useState<number>(TYPED);
  const versions = useQuery({
    queryKey: ['template versions', template],
    queryFn: () => sendCall(templates.versions, { query: { template } }, { background: true }),
  });
  const before = useContent(template, chosen, content);
  const after = useContent(template, other, content);
  const rows = versions.data ?? [];
  const named: [number, string][] = [
    [TYPED, 'Text in the editor'],
    ...rows.map(({ id, created_at, created_by }, at): [number, string] => [
      id,
      `${formatInstant(created_at, timeZone)} by ${created_by}${at === 0 ? ' (in use)' : ''}`,
    ]),
    [BUILT_IN, versions.data?.length === 0 ? 'The built-in template (in use)' : 'The built-in template'],
  ];
  const inUse = rows[0]?.id ?? BUILT_IN;
  const error = versions.error ?? before.error ?? after.error;
  return (
    <Dialog title={`Versions: ${TEMPLATE_TITLES[template]}`} close={close} size={960}>
      {error && <ErrorBox error={error} retry={() => void versions.refetch()} />}
      <div className="versions">
        <ul aria-label="Versions">
          {named.slice(1).map(([id, name]) => (
            <li key={id}>
              <button type="button" aria-pressed={chosen === id} onClick={() => choose(id)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
        <div className="versions-compared">
          {chosen === null && <p className="quiet">Choose a version to see what is different in it.</p>}
          {chosen !== null && (
            <>
              <div className="row">
                <Select
                  name="other"
                  label="Against"
                  value={other}
                  options={named}
                  error={undefined}
                  readOnly={false}
                  change={(picked) => typeof picked === 'number' && compareWith(picked)}
                />
                {chosen !== inUse && (
                  <Button
                    look="go"
                    className="push"
                    onClick={() => void restore(chosen === BUILT_IN ? null : chosen).then(close)}
                  >
                    Restore
                  </Button>
                )}
              </div>
              {before.data === undefined || after.data === undefined ? (
                <p className="quiet">Please wait...</p>
              ) : (
                <TextDifference before={before.data} after={after.data} />
              )}
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function useContent(template: TemplateKind, id: number | null, typed: string) {
  const found = useQuery({
    queryKey: ['template version', template, id],
    queryFn: async () => {
      const query = { template, ...(id && { id }) };
      return (await sendCall(templates.version, { query }, { background: true })).content;
    },
    enabled: id !== null && id !== TYPED,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { data: id === TYPED ? typed : found.data, error: found.error };
}
