import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { PasswordInput } from '@mantine/core';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { Fatal, send, sendRaw } from '../../web/sending/send.ts';
import { keepLevel, keepSignIn } from '../../web/sending/session.ts';
import { AUTH_FIELDS, isAuthHeader } from '../../web/sending/stored.ts';
import { session } from './session.contract.ts';
import { Button } from '../../web/components/Button.tsx';
import { Alert } from '../../web/components/Alert.tsx';

const WELCOME = 'Welcome to RIC. Please sign in to continue.';
const NO_NAME = 'User Name is required.';
const NO_PASSWORD = 'Password is required.';
const REFUSED = 'Your email or password are incorrect.';

/** The sign-in screen; afterwards the person is where they were. */
export function SignIn() {
  const search: { from?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ email?: string; password?: string; whole?: string }>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => document.getElementById('field-email')?.focus(), []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const missing = {
      ...(email.trim() === '' ? { email: NO_NAME } : {}),
      ...(password === '' ? { password: NO_PASSWORD } : {}),
    };
    setProblem(missing);
    if (missing.email || missing.password) {
      document.getElementById(missing.email ? 'field-email' : 'field-password')?.focus();
      return;
    }
    setBusy(true);
    try {
      await signIn(email.trim(), password);
      await navigate({ to: ownPath(search.from), replace: true });
    } catch (error) {
      // Any failure of sign-in has one text, but that it was tried too often: with that one a person would go on trying.
      const isPaused = error instanceof Fatal && error.status === 429;
      setProblem({ whole: isPaused ? error.message : REFUSED });
      setBusy(false);
    }
  };

  const nameField = {
    name: 'email',
    value: email,
    error: problem.email,
    readOnly: false,
    change: (text: string | null | undefined) => setEmail(text ?? ''),
  };
  return (
    <main className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
        <div className="logo">RIC</div>
        <h1>{WELCOME}</h1>
        <div role="alert">{problem.whole && <Alert tone="danger">{problem.whole}</Alert>}</div>
        <TextInput label="Email" type="email" {...nameField} autoComplete="username" />
        <PasswordInput
          id="field-password"
          name="password"
          label="Password"
          value={password}
          error={problem.password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" look="go" disabled={busy}>
          {busy ? 'Please wait...' : 'Sign in'}
        </Button>
      </form>
    </main>
  );
}

async function signIn(email: string, password: string): Promise<void> {
  const { headers } = await sendRaw(session.signIn, { body: { email, password } });
  const header = Object.fromEntries(AUTH_FIELDS.map((field) => [field, headers.get(field)]));
  if (!isAuthHeader(header)) throw new Error(REFUSED);
  keepSignIn(header, email);
  const { level } = await send(session.level, { body: { email } });
  keepLevel(level);
}

/** Only a path of this application is followed; anything else in `from` leads home. */
function ownPath(from: unknown): string {
  const isOwn = typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/^\/(login|logout)\b/.test(from);
  return isOwn ? from : '/home';
}
