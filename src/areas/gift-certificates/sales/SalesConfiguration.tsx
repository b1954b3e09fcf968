import { FieldGroup } from '../../../web/inputs/FieldGroup.tsx';
import { NumberInput } from '../../../web/inputs/typed/NumberInput.tsx';
import { RecordPage } from '../../../web/records/RecordPage.tsx';
import { useRecord } from '../../../web/records/useRecord.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';

type Form = { discount: number | null; updated_at: string | null };

// Only one configuration exists, at the address of the screen itself.
const THE_ONE = { id: 1 };
const PATH = '/gift-certificate-sales';

export function SalesConfiguration() {
  const record = useRecord<Form>({
    id: THE_ONE.id,
    load: () => sendCall(giftCertificates.sales),
    blank: () => ({ discount: null, updated_at: null }),
    update: async (_, { discount, updated_at }) => {
      const saleConfiguration = { discount: discount ?? '', updated_at };
      await sendCall(giftCertificates.updateSales, { body: { saleConfiguration } });
      return THE_ONE;
    },
    pathOf: () => PATH,
    listPath: PATH,
  });
  return (
    <RecordPage
      title="Gift Certificate Sales"
      kept="gift_certificate_sale_configurations"
      record={record}
      editableBy="admin"
      single
    >
      <FieldGroup title="Sales configuration">
        <NumberInput label="Discount %" decimals {...record.field('discount')} />
      </FieldGroup>
    </RecordPage>
  );
}
