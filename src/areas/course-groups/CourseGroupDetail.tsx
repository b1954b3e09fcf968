import { useQuery } from '@tanstack/react-query';
import { CheckboxList } from '../../web/inputs/choosing/CheckList.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useRecordId } from '../../web/navigation/params.ts';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { CourseChecks } from '../course-choice/CourseChecks.tsx';
import { courseGroups } from './course-groups.contract.ts';

type Ids = { id: number }[];
type Form = { group_name: string; actions: Ids; users: Ids; courses: Ids; updated_at: string | null };

const blankGroup = (): Form => ({ group_name: '', actions: [], users: [], courses: [], updated_at: null });
const idsOf = (chosen: Ids): Ids => chosen.map(({ id }) => ({ id }));

const sent = ({ actions, users, ...group }: Form) => ({
  ...group,
  actions: actions.map((action) => ({ action })),
  users: users.map((api_user) => ({ api_user })),
});

export function CourseGroupDetail() {
  const actions = useQuery({ queryKey: ['api actions'], queryFn: () => sendCall(courseGroups.actions) });
  const users = useQuery({ queryKey: ['api users'], queryFn: () => sendCall(courseGroups.users) });
  const record = useRecord<Form>({
    id: useRecordId(),
    load: async (id) => {
      const group = await sendCall(courseGroups.show, { params: { id } });
      const { group_name, courses, api_actions, api_users, updated_at } = group;
      const chosen = { actions: idsOf(api_actions), users: idsOf(api_users), courses: idsOf(courses) };
      return { group_name, ...chosen, updated_at };
    },
    blank: blankGroup,
    create: (group, options) =>
      sendCall(courseGroups.create, { body: { course_group: sent(group) } }, options),
    update: (id, group) => sendCall(courseGroups.update, { body: { id, course_group: sent(group) } }),
    remove: (id) => sendCall(courseGroups.remove, { params: { id } }),
    pathOf: (id) => `/manage-course-group/${id}`,
    listPath: '/manage-course-groups',
  });
  const { field } = record;
  return (
    <RecordPage
      title="Course Group"
      name={record.base?.group_name}
      kept="course_groups"
      record={record}
      editableBy="admin"
    >
      <RecordColumns>
        <RecordColumn>
          <FieldGroup title="Details">
            <WideField>
              <TextInput label="Group Name" {...field('group_name')} />
            </WideField>
            <CheckboxList
              label="API Actions"
              options={(actions.data ?? []).map((action) => [action.id, action.api_action_name] as const)}
              {...field('actions')}
            />
            <CheckboxList
              label="API Users"
              options={(users.data ?? []).map((user) => [user.id, user.api_user_name] as const)}
              {...field('users')}
            />
          </FieldGroup>
        </RecordColumn>
        <RecordColumn>
          <FieldGroup title="Members">
            <CourseChecks label="Courses" {...field('courses')} />
          </FieldGroup>
        </RecordColumn>
      </RecordColumns>
    </RecordPage>
  );
}
