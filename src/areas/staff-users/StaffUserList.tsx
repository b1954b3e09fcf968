import { ListPage } from '../../web/lists/ListPage.tsx';
import { staffUsers } from './staff-users.contract.ts';

export const StaffUserList = () => (
  <ListPage
    title="RIC Users"
    noun="user"
    calls={staffUsers}
    viewPath={(user) => `/ric-user/${user.id}`}
    nameOf={({ email }) => email}
    defaultSort={[{ name: 'email', desc: false }]}
    columns={[
      { name: 'email', label: 'Email' },
      { name: 'groups', label: 'Groups' },
    ]}
  />
);
