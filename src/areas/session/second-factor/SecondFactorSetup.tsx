import { CopyButton } from '../../../web/components/CopyButton.tsx';
import { toError } from '../../../web/sending/as-error.ts';
import { sendCall, UnansweredCall } from '../../../web/sending/send.ts';
import { QrCode } from './QrCode.tsx';
import { secondFactor, type SecondFactorSecret } from './second-factor.contract.ts';
import { PASSWORD_FIELD, StepForm } from './StepForm.tsx';

/** The first step of setting up a second factor: asks for the password, so that nobody can do it on an unattended computer. */
export function SecondFactorStart({ begin }: { begin: (begun: SecondFactorSecret) => void }) {
  return (
    <StepForm
      label="Set up a second factor"
      fields={[PASSWORD_FIELD]}
      verb="Set it up"
      act={async ({ current_password = '' }) =>
        begin(await sendCall(secondFactor.begin, { body: { current_password } }))
      }
    >
      <p className="quiet">
        A code of your phone that is asked for after the password, so that the password alone opens nothing.
        Any authenticator app makes it.
      </p>
    </StepForm>
  );
}

type Props = {
  begun: SecondFactorSecret;
  setUp: (codes: string[]) => void;
  /** Called if the server's answer was lost. */
  lost: () => Promise<void>;
  cancel: () => void;
};

/**
 * The second step of setting up a second factor: shows the secret for the phone, and asks for a code that proves that the phone
 * has it.
 */
export function SecondFactorSetup({ begun, setUp, lost, cancel }: Props) {
  return (
    <StepForm
      label="Tell your phone"
      fields={[
        {
          name: 'otp',
          label: 'Code',
          description: 'The six digits that the app shows',
          autoComplete: 'one-time-code',
        },
      ]}
      verb="Confirm"
      isNext
      act={async ({ otp = '' }) => {
        const done = await sendCall(secondFactor.setUp, { body: { otp } }).catch(toError);
        if (done instanceof UnansweredCall) return lost();
        if (done instanceof Error) throw done;
        setUp(done.recovery_codes);
      }}
      cancel={cancel}
    >
      <p className="quiet">Scan this with your authenticator app, or type the secret into it.</p>
      <QrCode text={begun.address} label="QR code of the secret" />
      <p className="secret">
        <code>{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton text={begun.secret} of="the secret" />
      </p>
    </StepForm>
  );
}
