import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecordId } from '../../web/navigation/params.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { RecordHistory } from '../../web/records/history/RecordHistory.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { Tag } from '../../web/records/Tag.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { PartnerWebhooks } from '../webhooks/endpoints/PartnerWebhooks.tsx';
import { PartnerKeys } from './keys/PartnerKeys.tsx';
import { Partner, partners, type PartnerShown } from './partners.contract.ts';
import './partners.css';

type Values = ReturnType<typeof Partner.blank> & Partial<Pick<PartnerShown, 'groups'>>;

export function PartnerDetail() {
  const id = useRecordId();
  const record = useRecord<Values>({
    id,
    load: (shown) => sendCall(partners.show, { params: { id: shown } }),
    blank: () => Partner.blank(),
    create: ({ groups: _, ...partner }, options) => sendCall(partners.create, { body: { partner } }, options),
    update: (saved, { groups: _, ...partner }) => sendCall(partners.update, { body: { id: saved, partner } }),
    remove: (gone) => sendCall(partners.remove, { params: { id: gone } }),
    pathOf: (saved) => `/partner/${saved}`,
    listPath: '/manage-partners',
  });
  const { field, base } = record;
  return (
    <RecordPage
      title="Partner"
      name={base?.api_user_name}
      tags={base?.is_public_site && <Tag tone="plain">public site</Tag>}
      kept="api_users"
      record={record}
      editableBy="admin"
      placesHistory
    >
      <RecordColumns>
        <RecordColumn>
          <FieldGroup title="Details">
            <WideField>
              <TextInput label="Name" {...field('api_user_name')} />
            </WideField>
            <WideField>
              <Checkbox
                label="Public site?"
                description="Its bookings are external, others misc."
                {...field('is_public_site')}
              />
            </WideField>
          </FieldGroup>
          {id !== 'new' && base?.groups && <Groups groups={base.groups} />}
        </RecordColumn>
        {id !== 'new' && (
          <RecordColumn>
            <PartnerKeys partnerId={id} name={base?.api_user_name ?? 'the partner'} />
            <PartnerWebhooks partnerId={id} name={base?.api_user_name ?? 'the partner'} />
            <RecordHistory of="api_users" id={id} seen={record.values?.updated_at ?? null} />
          </RecordColumn>
        )}
      </RecordColumns>
    </RecordPage>
  );
}

/** Lists the course groups of a partner, which determine what the partner may do at which courses. */
const Groups = ({ groups }: Pick<PartnerShown, 'groups'>) => (
  <section className="card partner-card" aria-labelledby="partner-groups">
    <h2 id="partner-groups">Course groups</h2>
    {groups.length === 0 && <p className="quiet">In no course group yet, so it has no access.</p>}
    <ul>
      {groups.map((group) => (
        <li key={group.id}>
          <ScreenLink to={`/manage-course-group/${group.id}`}>{group.group_name}</ScreenLink>
        </li>
      ))}
    </ul>
  </section>
);
