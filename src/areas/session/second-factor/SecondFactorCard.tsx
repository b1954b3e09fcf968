import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Alert } from '../../../web/components/Alert.tsx';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { ScreenPlaceholder } from '../../../web/shell/ScreenFrame.tsx';
import { safeReturnPath } from '../own-path.rules.ts';
import type { SecondFactorSecret, SecondFactor } from './second-factor.contract.ts';
import { SecondFactorStart, SecondFactorSetup } from './SecondFactorSetup.tsx';
import { SecondFactorRemoval } from './SecondFactorRemoval.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './second-factor.css';

type Props = {
  factor: SecondFactor | undefined;
  error: Error | null;
  retry: () => Promise<unknown>;
  /**
   * The path to open afterwards, for a user who must set up a second factor first; null for a user who opened the screen
   * themselves.
   */
  from: string | null;
};
type Step =
  | { at: 'start'; lost?: 'setting up' | 'taking off' }
  | { at: 'phone'; begun: SecondFactorSecret }
  | { at: 'codes'; codes: string[] }
  | { at: 'end' };

/** Sets up the user's own second factor in three steps, or removes it. */
export function SecondFactorCard({ factor, error, retry, from }: Props) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ at: 'start' });
  const restart = (): void => setStep({ at: 'start' });
  // If an answer was lost, the code may be used up, so that a retry would fail. The current state shows if the step was done.
  const findOut = async (lost: 'setting up' | 'taking off'): Promise<void> => {
    await retry();
    setStep({ at: 'start', lost });
  };
  const isLed = from !== null;
  const finish = (): void => {
    if (isLed) void navigate({ to: safeReturnPath(from), replace: true });
    else restart();
  };
  const Heading = isLed ? 'h1' : 'h2';
  return (
    <section className="card second-factor" aria-label="Second factor">
      {isLed && <div className="logo">RIC</div>}
      <Heading>{isLed ? 'Please set up a second factor.' : 'Second factor'}</Heading>
      {!factor && (error ? <ErrorBox error={error} retry={() => void retry()} /> : <ScreenPlaceholder />)}
      {factor && step.at === 'start' && (
        <>
          {step.lost && (
            <Alert tone="waiting" role="alert">
              {lostText(step.lost, factor.is_set_up)}
            </Alert>
          )}
          <Start factor={factor} go={setStep} />
        </>
      )}
      {step.at === 'phone' && (
        <SecondFactorSetup
          begun={step.begun}
          setUp={(codes) => setStep({ at: 'codes', codes })}
          lost={() => findOut('setting up')}
          cancel={restart}
        />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} finish={finish} />}
      {step.at === 'end' && (
        <SecondFactorRemoval takenOff={restart} lost={() => findOut('taking off')} cancel={restart} />
      )}
      {isLed && step.at !== 'codes' && <ScreenLink to="/logout">Sign out</ScreenLink>}
    </section>
  );
}

/** Shows if the user has a second factor, and the form or button of the next step. */
function Start({ factor, go }: { factor: SecondFactor; go: (step: Step) => void }) {
  if (!factor.is_set_up) return <SecondFactorStart begin={(begun) => go({ at: 'phone', begun })} />;
  return (
    <>
      <p>A code of your phone is asked for after the password.</p>
      <p className="quiet">{leftIn(factor)}</p>
      <Button onClick={() => go({ at: 'end' })}>Take it off ...</Button>
    </>
  );
}

/** Describes the outcome of a step whose answer was lost. */
function lostText(lost: 'setting up' | 'taking off', isSetUp: boolean): string {
  if (lost === 'taking off')
    return isSetUp
      ? 'No answer came, and the second factor is still set up. Please try again.'
      : 'No answer came, but the second factor is off.';
  return isSetUp
    ? 'No answer came, but the second factor is set up. Its recovery codes were not shown: for new ones, take it off and set it up once more.'
    : 'No answer came, and no second factor is set up. Please try again.';
}

const FEW = 3;

function leftIn({ recovery_codes: left }: SecondFactor): string {
  const codes = `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`;
  return left > FEW ? codes : `${codes} For new ones, take it off and set it up once more.`;
}
