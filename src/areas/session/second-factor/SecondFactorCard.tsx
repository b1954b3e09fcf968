import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { ScreenPlaceholder } from '../../../web/shell/Shell.tsx';
import { ownPath } from '../own-path.rules.ts';
import type { Begun, SecondFactor } from './second-factor.contract.ts';
import { Beginning, SettingUp } from './SettingUp.tsx';
import { TakingOff } from './TakingOff.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './second-factor.css';

type Props = {
  factor: SecondFactor | undefined;
  error: Error | null;
  retry: () => void;
  /** The address that a user wanted to open who has to set one up first; null for a user who came by themselves. */
  from: string | null;
};
type Step =
  { at: 'start' } | { at: 'phone'; begun: Begun } | { at: 'codes'; codes: string[] } | { at: 'end' };

/** Sets up one's own second factor in three steps, or removes it. */
export function SecondFactorCard({ factor, error, retry, from }: Props) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ at: 'start' });
  const restart = (): void => setStep({ at: 'start' });
  const isLed = from !== null;
  const finish = (): void => {
    if (isLed) void navigate({ to: ownPath(from), replace: true });
    else restart();
  };
  const Heading = isLed ? 'h1' : 'h2';
  return (
    <section className="card second-factor" aria-label="Second factor">
      {isLed && <div className="logo">RIC</div>}
      <Heading>{isLed ? 'Please set up a second factor.' : 'Second factor'}</Heading>
      {!factor && (error ? <ErrorBox error={error} retry={retry} /> : <ScreenPlaceholder />)}
      {factor && step.at === 'start' && <Start factor={factor} go={setStep} />}
      {step.at === 'phone' && (
        <SettingUp begun={step.begun} setUp={(codes) => setStep({ at: 'codes', codes })} cancel={restart} />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} finish={finish} />}
      {step.at === 'end' && <TakingOff takenOff={restart} cancel={restart} />}
      {isLed && step.at !== 'codes' && <ScreenLink to="/logout">Sign out</ScreenLink>}
    </section>
  );
}

/** Shows the state of the second factor, and the button for the next step. */
function Start({ factor, go }: { factor: SecondFactor; go: (step: Step) => void }) {
  if (!factor.is_set_up) return <Beginning begin={(begun) => go({ at: 'phone', begun })} />;
  return (
    <>
      <p>A code of your phone is asked for after the password.</p>
      <p className="quiet">{leftIn(factor)}</p>
      <Button onClick={() => go({ at: 'end' })}>Take it off ...</Button>
    </>
  );
}

const FEW = 3;

function leftIn({ recovery_codes: left }: SecondFactor): string {
  const codes = `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`;
  return left > FEW ? codes : `${codes} For new ones, take it off and set it up once more.`;
}
