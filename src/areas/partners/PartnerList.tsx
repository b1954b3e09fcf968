import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { partners } from './partners.contract.ts';

export const PartnerList = () => (
  <ListPage
    title="Partners"
    noun="partner"
    list={useList({ calls: partners })}
    row={{ viewPath: (partner) => `/partner/${partner.id}`, nameOf: ({ api_user_name }) => api_user_name }}
    columns={[
      { name: 'api_user_name', label: 'Name' },
      { name: 'is_public_site', label: 'Public site?', kind: 'yes-no' },
      { name: 'keys', label: 'Keys', kind: 'number', filter: false },
      { name: 'last_used_at', label: 'Last used', kind: 'instant', filter: false },
    ]}
  />
);
