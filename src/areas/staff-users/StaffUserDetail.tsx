import { useQuery } from '@tanstack/react-query';
import type { CallInput } from '../../contract/call.ts';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { Radio } from '../../web/inputs/Radio.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecordId } from '../../web/navigation/params.ts';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { SendButtons } from '../../web/records/SendButtons.tsx';
import { useRecord, type RecordState } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { MIN_PASSWORD_LENGTH } from '../../contract/forms/password.ts';
import { staffUsers } from './staff-users.contract.ts';

type Form = CallInput<typeof staffUsers.create>['body']['ric_user'] & {
  admin_user_groups: { level: string };
  has_second_factor: boolean;
};

const blankUser = (): Form => ({
  email: '',
  name: '',
  password: '',
  password_confirmation: '',
  admin_user_groups: { level: '' },
  has_second_factor: false,
  updated_at: null,
});

export function StaffUserDetail() {
  const groups = useQuery({ queryKey: ['user groups'], queryFn: () => sendCall(staffUsers.groups) });
  const record = useRecord<Form>({
    id: useRecordId(),
    load: async (id) => {
      const { admin_user_groups, ...user } = await sendCall(staffUsers.show, { params: { id } });
      return { ...blankUser(), ...user, admin_user_groups: { level: admin_user_groups[0]?.level ?? '' } };
    },
    blank: blankUser,
    create: ({ admin_user_groups: { level }, has_second_factor: _, ...user }, options) =>
      sendCall(staffUsers.create, { body: { ric_user: user, groups: level } }, options),
    update: (id, { admin_user_groups: { level }, has_second_factor: _, ...user }) =>
      sendCall(staffUsers.update, { body: { ric_user: { ...user, id }, groups: level } }),
    remove: (id) => sendCall(staffUsers.remove, { params: { id } }),
    pathOf: (id) => `/ric-user/${id}`,
    listPath: '/ric-users',
  });
  const { field, base } = record;
  return (
    <RecordPage
      title="RIC User"
      name={base && (base.name || base.email)}
      tags={
        base && (
          <>
            <Tag tone="plain">{base.admin_user_groups.level}</Tag>
            {base.has_second_factor && <Tag tone="plain">second factor</Tag>}
          </>
        )
      }
      kept="staff_users"
      record={record}
      editableBy="admin"
      actions={base?.has_second_factor && <TakeOff email={base.email} record={record} />}
    >
      <FieldGroup title="Details">
        <WideField>
          <TextInput label="Email" type="email" {...field('email')} />
        </WideField>
        <WideField>
          <TextInput label="Name" {...field('name')} />
        </WideField>
        <TextInput
          label="Password"
          type="password"
          autoComplete="new-password"
          description={
            record.id === 'new' ? `At least ${MIN_PASSWORD_LENGTH} characters` : 'Leave empty to keep it'
          }
          {...field('password')}
        />
        <TextInput
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          description="The same once more"
          {...field('password_confirmation')}
        />
        <WideField>
          <Radio
            label="Select a user group"
            options={(groups.data ?? []).map((level) => [level, level] as const)}
            {...field('admin_user_groups.level')}
          />
        </WideField>
      </FieldGroup>
    </RecordPage>
  );
}

const TAKE_OFF = {
  label: 'Take Off Second Factor',
  question: 'Take off the second factor? They are signed out, and sign in with the password alone.',
  sent: 'Second factor taken off',
};

/** The button that removes a colleague's second factor, after the loss of a phone. Users remove their own under My Password. */
function TakeOff({ email, record }: { email: string; record: RecordState }) {
  const { name: own } = useSession();
  if (email.toLowerCase() === own.toLowerCase()) return null;
  const takeOff = () => sendCall(staffUsers.takeOffSecondFactor, { params: { id: Number(record.id) } });
  return <SendButtons sendings={[{ ...TAKE_OFF, send: takeOff }]} record={record} />;
}
