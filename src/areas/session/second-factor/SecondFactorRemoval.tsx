import { toError } from '../../../web/sending/as-error.ts';
import { sendCall, UnansweredCall } from '../../../web/sending/send.ts';
import { secondFactor } from './second-factor.contract.ts';
import { PASSWORD_FIELD, StepForm } from './StepForm.tsx';

type Props = {
  takenOff: () => void;
  /** Called if the server's answer was lost. */
  lost: () => Promise<void>;
  cancel: () => void;
};

/** Removes the user's second factor, after asking for the password and a code. */
export const SecondFactorRemoval = ({ takenOff, lost, cancel }: Props) => (
  <StepForm
    label="Take off the second factor"
    fields={[
      PASSWORD_FIELD,
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
      const done = await sendCall(secondFactor.takeOff, { body: { current_password, otp } }).catch(toError);
      if (done instanceof UnansweredCall) return lost();
      if (done instanceof Error) throw done;
      takenOff();
    }}
    cancel={cancel}
  />
);
