import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { FieldErrors } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';

type StepField<Name extends string> = {
  name: Name;
  label: string;
  description?: string;
  type?: 'password';
  autoComplete: string;
};
type Props<Name extends string> = {
  label: string;
  fields: readonly StepField<Name>[];
  verb: string;
  look?: 'go' | 'danger-go';
  /** True for a step after another one: the first field takes the focus at once. */
  isNext?: boolean;
  act: (typed: Partial<Record<Name, string>>) => Promise<unknown>;
  cancel?: () => void;
  children?: ReactNode;
};

export const PASSWORD_FIELD = {
  name: 'current_password',
  label: 'Your password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

// The prefix tells these fields from those of the password form beside, which have the same names.
const idOf = (name: string): string => `factor_${name}`;
const focus = (name: string | undefined): void =>
  void (name !== undefined && document.getElementById(`field-${idOf(name)}`)?.focus());

/** A small form whose fields are all required; errors are shown at their fields. */
export function StepForm<Name extends string>({
  fields,
  verb,
  look = 'go',
  isNext = false,
  act,
  cancel,
  children,
  label,
}: Props<Name>) {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [missing, setMissing] = useState<Name[]>([]);
  const { error, busy, attempt } = useAttempt();
  const first = fields[0]?.name;
  useEffect(() => {
    if (isNext) focus(first);
  }, [isNext, first]);
  const errors: Record<string, string[]> = error instanceof FieldErrors ? error.errors : {};
  useEffect(() => {
    if (error instanceof FieldErrors) focus(Object.keys(error.errors)[0]);
  }, [error]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const empty = fields.map(({ name }) => name).filter((name) => (typed[name] ?? '').trim() === '');
    setMissing(empty);
    if (empty.length > 0) return focus(empty[0]);
    void attempt(() => act(typed));
  };
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      {children}
      <div role="alert">{error && !(error instanceof FieldErrors) && <ErrorBox error={error} />}</div>
      {fields.map(({ name, ...field }) => (
        <TextInput
          key={name}
          {...field}
          name={idOf(name)}
          value={typed[name]}
          error={missing.includes(name) ? 'is required' : errors[name]?.join(', ')}
          readOnly={false}
          change={(text) => setTyped({ ...typed, [name]: text ?? '' })}
        />
      ))}
      <div className="row">
        <Button type="submit" look={look} disabled={busy}>
          {busy ? 'Please wait...' : verb}
        </Button>
        {cancel && (
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
