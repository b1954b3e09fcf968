import { asError } from '../../../web/sending/as-error.ts';
import { send, Unanswered } from '../../../web/sending/send.ts';
import { secondFactor } from './second-factor.contract.ts';
import { PASSWORD, StepForm } from './StepForm.tsx';

type Props = {
  takenOff: () => void;
  /** Called if the server's answer was lost. */
  lost: () => Promise<void>;
  cancel: () => void;
};

/** Removes the user's second factor, after asking for the password and a code. */
export const TakingOff = ({ takenOff, lost, cancel }: Props) => (
  <StepForm
    label="Take off the second factor"
    fields={[
      PASSWORD,
      {
        name: 'otp',
        label: 'Code',
        description: 'Six digits of your authenticator app, or a recovery code',
        autoComplete: 'one-time-code',
      },
    ]}
    verb="Take it off"
    look="danger-go"
    isNext
    act={async ({ current_password = '', otp = '' }) => {
      const done = await send(secondFactor.takeOff, { body: { current_password, otp } }).catch(asError);
      if (done instanceof Unanswered) return lost();
      if (done instanceof Error) throw done;
      takenOff();
    }}
    cancel={cancel}
  />
);
