import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SignInIncomplete, sendCall } from '../../../web/sending/send.ts';
import { ScreenPlaceholder } from '../../../web/shell/ScreenFrame.tsx';
import { secondFactor } from '../second-factor/second-factor.contract.ts';
import { SecondFactorCard } from '../second-factor/SecondFactorCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/**
 * The screen for a user's own password and second factor. A user with a temporary password, or without a required second
 * factor, is sent here first, and sees only the part to complete.
 */
export function ChoosePassword() {
  const { from }: { from?: unknown } = useSearch({ strict: false });
  const isLed = typeof from === 'string';
  const found = useQuery({ queryKey: ['second factor'], queryFn: () => sendCall(secondFactor.show) });
  const isGiven = found.error instanceof SignInIncomplete;
  return (
    <main className="sign-in">
      {isLed && found.isPending && <ScreenPlaceholder />}
      <div className="sign-in-cards">
        {(!isLed || isGiven) && <PasswordForm isGiven={isGiven} from={from} />}
        {!isGiven && !(isLed && found.isPending) && (
          <SecondFactorCard
            factor={found.data}
            error={found.error}
            retry={() => found.refetch()}
            from={isLed ? from : null}
          />
        )}
      </div>
    </main>
  );
}
