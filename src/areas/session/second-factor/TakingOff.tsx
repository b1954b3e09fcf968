import { send } from '../../../web/sending/send.ts';
import { secondFactor } from './second-factor.contract.ts';
import { PASSWORD, StepForm } from './StepForm.tsx';

/** Removes the second factor, which requires both factors once more. */
export const TakingOff = ({ takenOff, cancel }: { takenOff: () => void; cancel: () => void }) => (
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
      await send(secondFactor.takeOff, { body: { current_password, otp } });
      takenOff();
    }}
    cancel={cancel}
  />
);
