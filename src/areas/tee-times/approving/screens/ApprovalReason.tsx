import { formatMoney } from '../../../../contract/money.ts';
import { Alert } from '../../../../web/components/Alert.tsx';
import { TextArea } from '../../../../web/inputs/TextArea.tsx';
import type { CancelOptions } from '../../tee-times.contract.ts';

type Props = {
  isAsked: boolean;
  options: CancelOptions;
  reason: string;
  setReason: (reason: string) => void;
  error: string | undefined;
};

/** Says that a refund needs an approval, and asks for the reason of the refund. */
export function ApprovalReasonField({
  isAsked,
  options: { free_total: free },
  reason,
  setReason,
  error,
}: Props) {
  if (!isAsked) return null;
  return (
    <>
      <Alert tone="waiting">
        {free ? `A refund of more than ${formatMoney(free)}` : 'This refund'} waits for the approval of
        another admin. Until then nothing is canceled and no money moves.
      </Alert>
      <TextArea
        name="reason"
        label="Reason, for who approves it"
        rows={2}
        readOnly={false}
        value={reason}
        error={error}
        change={(text) => setReason(text ?? '')}
      />
    </>
  );
}
