import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { PasswordInput } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '../../../contract/forms/password.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { focusFirstError } from '../../../web/records/form/focusing.ts';
import { useCreateOnce } from '../../../web/records/form/make-once.ts';
import { unknownOutcomeError } from '../../../web/sending/not-known.ts';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { safeReturnPath } from '../own-path.rules.ts';
import { session } from '../session.contract.ts';

const FIELDS = [
  ['current_password', 'Current password', 'current-password', undefined],
  ['password', 'New password', 'new-password', `At least ${MIN_PASSWORD_LENGTH} characters`],
  ['password_confirmation', 'New password again', 'new-password', undefined],
] as const;
type Name = (typeof FIELDS)[number][0];
const BLANK: Record<Name, string> = { current_password: '', password: '', password_confirmation: '' };

type Props = {
  /** True if an admin has set the user's current password. */
  isGiven: boolean;
  /** The path to open afterwards, which the user had asked for. */
  from: unknown;
};

/** Asks a staff user for a new password. */
export function PasswordForm({ isGiven, from }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(BLANK);
  const [missing, setMissing] = useState<Partial<Record<Name, string>>>({});
  const { error, busy, attempt } = useAttempt();
  const once = useCreateOnce();
  useEffect(() => document.getElementById('field-current_password')?.focus(), []);
  useEffect(() => {
    if (error instanceof FieldErrors) focusFirstError(error.errors);
  }, [error]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = wrongIn(typed);
    setMissing(wrong);
    const [first] = FIELDS.map(([name]) => name).filter((name) => wrong[name]);
    if (first) return document.getElementById(`field-${first}`)?.focus();
    const { current_password, password } = typed;
    void attempt(async () => {
      const body = { current_password, password };
      await once(body, (options) => sendCall(session.password, { body }, options)).catch(
        (failed: unknown) => {
          throw unknownOutcomeError(failed, 'whether your password was changed');
        },
      );
      await navigate({ to: safeReturnPath(from), replace: true });
    });
  };
  const errors = error instanceof FieldErrors ? error.errors : {};
  return (
    <form className="card" onSubmit={submit} noValidate aria-label="Choose a password">
      <div className="logo">RIC</div>
      <h1>{isGiven ? 'Please choose a password of your own.' : 'Choose another password.'}</h1>
      {isGiven && <p className="quiet">Somebody else knows your current password.</p>}
      <div role="alert">{error && !(error instanceof FieldErrors) && <ErrorBox error={error} />}</div>
      {FIELDS.map(([name, label, autoComplete, description]) => (
        <PasswordInput
          key={name}
          id={`field-${name}`}
          name={name}
          label={label}
          description={description}
          value={typed[name]}
          error={missing[name] ?? errors[name]?.join(', ')}
          aria-invalid={name in missing || name in errors || undefined}
          autoComplete={autoComplete}
          visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" look="go" disabled={busy}>
        {busy ? 'Please wait...' : 'Save password'}
      </Button>
      <ScreenLink to={isGiven ? '/logout' : '/home'}>{isGiven ? 'Sign out' : 'Back to RIC'}</ScreenLink>
    </form>
  );
}

/** Returns the errors that the form finds without the server. */
function wrongIn(typed: typeof BLANK): Partial<Record<Name, string>> {
  const wrong: Partial<Record<Name, string>> = {};
  if (typed.password !== typed.password_confirmation)
    wrong.password_confirmation = 'does not match the new password';
  for (const [name] of FIELDS) if (typed[name] === '') wrong[name] = 'is required';
  return wrong;
}
