import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { savedViews } from '../../../contract/saved-views/saved-views.ts';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { storeDefaultViews } from '../../../web/lists/views/state.ts';
import { SecondFactorRequired, Fatal, sendCall, sendCallForRawAnswer } from '../../../web/sending/send.ts';
import { deleteAuthHeader, storeAccessLevel, storeSignIn } from '../../../web/sending/session.ts';
import { AUTH_HEADER_FIELDS, isAuthHeader } from '../../../web/sending/stored.ts';
import { StagingBanner } from '../../../web/shell/StagingBanner.tsx';
import { installation } from '../../installation/installation.contract.ts';
import { session } from '../session.contract.ts';
import { safeReturnPath } from '../own-path.rules.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Alert } from '../../../web/components/Alert.tsx';

const WELCOME = 'Welcome to RIC. Please sign in to continue.';
const NO_NAME = 'User Name is required.';
const NO_PASSWORD = 'Password is required.';
const CODE_WANTED = 'Please enter the code of your second factor.';
const NO_CODE = 'Code is required.';
const REFUSED = 'Your email or password are incorrect.';

type Problem = { email?: string; password?: string; otp?: string; whole?: string };
type Name = Exclude<keyof Problem, 'whole'>;

/**
 * The sign-in screen. Afterwards it opens the page that the user had asked for. The code of a second factor is asked for in a
 * second step.
 */
export function SignIn() {
  const search: { from?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState({ email: '', password: '', otp: '' });
  const [wantsCode, setWantsCode] = useState(false);
  const [problem, setProblem] = useState<Problem>({});
  const [busy, setBusy] = useState(false);
  const staging = useQuery({ queryKey: ['staging'], queryFn: () => sendCall(installation.staging) });
  useEffect(() => document.getElementById(wantsCode ? 'field-otp' : 'field-email')?.focus(), [wantsCode]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const missing = missingIn(typed, wantsCode);
    setProblem(missing);
    const [first] = Object.keys(missing);
    if (first) return document.getElementById(`field-${first}`)?.focus();
    setBusy(true);
    try {
      await signIn({ ...typed, email: typed.email.trim() });
      await navigate({ to: safeReturnPath(search.from), replace: true });
    } catch (error) {
      const secondFactor = error instanceof SecondFactorRequired ? error.message : null;
      setWantsCode(wantsCode || secondFactor !== null);
      setProblem(
        secondFactor === null ? { whole: sentenceOf(error) } : wantsCode ? { otp: secondFactor } : {},
      );
      setBusy(false);
      if (secondFactor !== null) document.getElementById('field-otp')?.focus();
    }
  };
  const again = (): void => {
    setTyped({ ...typed, otp: '' });
    setProblem({});
    setWantsCode(false);
  };
  const fieldOf = (name: Name) => ({
    name,
    value: typed[name],
    error: problem[name],
    readOnly: false,
    change: (text: string | null | undefined) => setTyped({ ...typed, [name]: text ?? '' }),
  });
  return (
    <>
      <StagingBanner staging={staging.data?.staging ?? false} />
      <main className="sign-in">
        <form className="card" onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
          <div className="logo">RIC</div>
          <h1>{wantsCode ? CODE_WANTED : WELCOME}</h1>
          <div role="alert">{problem.whole && <Alert tone="danger">{problem.whole}</Alert>}</div>
          {wantsCode ? (
            <TextInput
              label="Code"
              description="Six digits of your authenticator app, or a recovery code"
              {...fieldOf('otp')}
              autoComplete="one-time-code"
            />
          ) : (
            <>
              <TextInput label="Email" type="email" {...fieldOf('email')} autoComplete="username" />
              <TextInput
                label="Password"
                type="password"
                {...fieldOf('password')}
                autoComplete="current-password"
              />
            </>
          )}
          <Button type="submit" look="go" disabled={busy}>
            {busy ? 'Please wait...' : 'Sign in'}
          </Button>
          {wantsCode && (
            <Button look="quiet" onClick={again}>
              Sign in as somebody else
            </Button>
          )}
        </form>
      </main>
    </>
  );
}

function missingIn({ email, password, otp }: Record<Name, string>, wantsCode: boolean): Problem {
  if (wantsCode) return otp.trim() === '' ? { otp: NO_CODE } : {};
  return {
    ...(email.trim() === '' ? { email: NO_NAME } : {}),
    ...(password === '' ? { password: NO_PASSWORD } : {}),
  };
}

// Returns the same text for every failed sign-in, except after too many of them, when the user should stop trying.
const sentenceOf = (error: unknown): string =>
  error instanceof Fatal && error.status === 429 ? error.message : REFUSED;

async function signIn(typed: { email: string; password: string; otp: string }): Promise<void> {
  const { headers, answer } = await sendCallForRawAnswer(session.signIn, { body: typed });
  const header = Object.fromEntries(AUTH_HEADER_FIELDS.map((field) => [field, headers.get(field)]));
  if (!isAuthHeader(header)) throw new Error(REFUSED);
  storeSignIn(header, typed.email, answer.name);
  try {
    const { level } = await sendCall(session.level, { body: { email: typed.email } });
    storeAccessLevel(level);
  } catch (error) {
    // The sign-in is undone, because without the access level an admin would see the screens of an agent.
    deleteAuthHeader();
    throw error;
  }
  // The saved views are loaded now, so that lists open with them at once.
  void sendCall(savedViews.index, {}, { background: true }).then(storeDefaultViews, () => undefined);
}
