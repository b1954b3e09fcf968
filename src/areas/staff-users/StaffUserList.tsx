import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { staffUsers } from './staff-users.contract.ts';

export const StaffUserList = () => (
  <ListPage
    title="RIC Users"
    noun="user"
    list={useList({ calls: staffUsers })}
    row={{ viewPath: (user) => `/ric-user/${user.id}`, nameOf: ({ email }) => email }}
    columns={[
      { name: 'email', label: 'Email' },
      { name: 'groups', label: 'Groups' },
    ]}
  />
);
