import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { NumberInput } from '../../web/inputs/typed/NumberInput.tsx';
import { Radio } from '../../web/inputs/Radio.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecordId } from '../../web/navigation/params.ts';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { HelpfulLink, helpfulLinks, LINK_TYPES } from './helpful-links.contract.ts';

const TYPES = LINK_TYPES.map((type) => [type, type] as const);

export function HelpfulLinkDetail() {
  const record = useRecord({
    id: useRecordId(),
    load: (id) => sendCall(helpfulLinks.show, { params: { id } }),
    blank: () => HelpfulLink.blank(),
    create: (helpful_link, options) => sendCall(helpfulLinks.create, { body: { helpful_link } }, options),
    update: (id, helpful_link) => sendCall(helpfulLinks.update, { body: { id, helpful_link } }),
    remove: (id) => sendCall(helpfulLinks.remove, { params: { id } }),
    pathOf: (id) => `/helpful-link/${id}`,
    listPath: '/helpful-links',
  });
  return (
    <RecordPage
      title="Helpful Link"
      name={record.base && (record.base.description || record.base.url)}
      tags={record.base && <Tag tone="plain">{record.base.type}</Tag>}
      kept="helpful_links"
      record={record}
      editableBy="staff"
    >
      <FieldGroup title="Details">
        <WideField>
          <TextInput label="URL" type="url" placeholder="https://" {...record.field('url')} />
        </WideField>
        <WideField>
          <TextInput label="Description" {...record.field('description')} />
        </WideField>
        <WideField>
          <Radio label="Type" options={TYPES} {...record.field('type')} />
        </WideField>
        <NumberInput label="Order" description="Within its type; 0 is the end" {...record.field('order')} />
      </FieldGroup>
    </RecordPage>
  );
}
