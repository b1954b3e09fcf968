import { useQuery } from '@tanstack/react-query';
import type { Sent } from '../../contract/call.ts';
import { FieldGroup, Wide } from '../../web/inputs/FieldGroup.tsx';
import { Radio } from '../../web/inputs/Radio.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecordId } from '../../web/navigation/params.ts';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { send } from '../../web/sending/send.ts';
import { LEAST_PASSWORD } from '../../contract/forms/password.ts';
import { staffUsers } from './staff-users.contract.ts';

type Form = Sent<typeof staffUsers.create>['body']['ric_user'] & { admin_user_groups: { level: string } };

const blankUser = (): Form => ({
  email: '',
  name: '',
  password: '',
  password_confirmation: '',
  admin_user_groups: { level: '' },
  updated_at: null,
});

export function StaffUserDetail() {
  const groups = useQuery({ queryKey: ['user groups'], queryFn: () => send(staffUsers.groups) });
  const record = useRecord<Form>({
    id: useRecordId(),
    load: async (id) => {
      const { admin_user_groups, ...user } = await send(staffUsers.show, { params: { id } });
      return { ...blankUser(), ...user, admin_user_groups: { level: admin_user_groups[0]?.level ?? '' } };
    },
    blank: blankUser,
    create: ({ admin_user_groups: { level }, ...user }) =>
      send(staffUsers.create, { body: { ric_user: user, groups: level } }),
    update: (id, { admin_user_groups: { level }, ...user }) =>
      send(staffUsers.update, { body: { ric_user: { ...user, id }, groups: level } }),
    remove: (id) => send(staffUsers.remove, { params: { id } }),
    pathOf: (id) => `/ric-user/${id}`,
    listPath: '/ric-users',
  });
  const { field, base } = record;
  return (
    <RecordPage
      title="RIC User"
      name={base && (base.name || base.email)}
      tags={base && <Tag tone="plain">{base.admin_user_groups.level}</Tag>}
      kept="staff_users"
      record={record}
      editableBy="admin"
    >
      <FieldGroup title="The user">
        <Wide>
          <TextInput label="Email" type="email" {...field('email')} />
        </Wide>
        <Wide>
          <TextInput label="Name" {...field('name')} />
        </Wide>
        <TextInput
          label="Password"
          type="password"
          autoComplete="new-password"
          description={
            record.id === 'new' ? `At least ${LEAST_PASSWORD} characters` : 'Leave empty to keep it'
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
        <Wide>
          <Radio
            label="Select a user group"
            options={(groups.data ?? []).map((level) => [level, level] as const)}
            {...field('admin_user_groups.level')}
          />
        </Wide>
      </FieldGroup>
    </RecordPage>
  );
}
