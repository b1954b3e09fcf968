import type { Area } from './area.ts';
import { COURSE_AREAS } from './course-areas.ts';
import { longEmail, longLine, longLines, longWord } from './long-texts.ts';

/* The areas of the catalog for the tests of screens, so that a new area is one entry here. */
export const AREAS: Area[] = [
  ...COURSE_AREAS,
  {
    noun: 'customer',
    list: '/manage-customers',
    columns: ['Id', 'Type', 'First Name', 'Last Name', 'Email', 'Phone'],
    newLink: { label: 'New Customer' },
    form: {
      path: '/manage-customer/2',
      fields: [
        'First Name',
        'Last Name',
        'Email',
        'Primary Phone',
        'Mobile Phone',
        'Type',
        'Address',
        'Address 2',
        'Address 3',
        'City',
        'State/Province',
        'Zip/Postcode',
        'Country',
      ],
      change: 'Address 3',
      typed: 'By keys',
    },
    longest: [
      {
        path: '/manage-customer/150',
        put: '/api/customers/update',
        data: {
          id: 150,
          customer: {
            email: longEmail,
            primary_phone: '+1 (619) 555-0199, extension 00010',
            address: longLine(190),
            address_2: longWord(190),
            city: longLine(95),
            subdivision: longLine(95),
            legacy_address: longLines,
          },
        },
      },
    ],
  },
  {
    noun: 'discount',
    list: '/manage-discounts',
    newLink: { label: 'New Discount' },
    admins: true,
    shown: { record: '/manage-discount/1', blank: '/manage-discount/new' },
    form: {
      path: '/manage-discount/2',
      fields: [
        'Code',
        'Start Date',
        'End Date',
        'Dollars',
        'Percent',
        'Amount',
        'Enabled?',
        'Min Discount',
        'Max Discount',
        'Min Players',
        'Max Players',
      ],
      change: 'Code',
      typed: 'K',
    },
    longest: [
      {
        path: '/manage-discount/3',
        put: '/api/discounts/update',
        data: {
          id: 3,
          discount: { code: longWord(50), courses: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => ({ id })) },
        },
      },
    ],
  },
  {
    noun: 'gift certificate',
    list: '/manage-gift-certificates',
    columns: [
      'Created at',
      'First Name',
      'Last Name',
      'Email',
      'Serial',
      'Value',
      'Balance',
      'Delivery Method',
      'Internal Memo',
    ],
    form: {
      path: '/manage-gift-certificate/2',
      fields: ['From (salutation)', 'Delivery Method', 'Greeting', 'Internal Memo'],
      change: 'Internal Memo',
      typed: ' By keys.',
    },
    longest: [
      {
        path: '/manage-gift-certificate/6',
        put: '/api/gift_certificates/update',
        data: {
          id: 6,
          gift_certificate: {
            who_from: longLine(95),
            greeting: longLines,
            internal_memo: longLines,
            course: { id: 21 },
            email_delivery: false,
          },
        },
      },
    ],
  },
  {
    noun: 'helpful link',
    list: '/helpful-links',
    columns: ['Description', 'Order', 'Type', 'URL'],
    newLink: { label: 'New Link' },
    shown: { record: '/helpful-link/1', blank: '/helpful-link/new' },
    form: {
      path: '/helpful-link/2',
      fields: ['URL', 'Description', 'Type', 'Order'],
      change: 'Description',
      typed: ' by keys',
    },
    longest: [
      {
        path: '/helpful-link/4',
        put: '/api/helpful_links/update',
        data: {
          id: 4,
          helpful_link: { url: `https://long.example/${longWord(240)}`, description: longLine(190) },
        },
      },
    ],
  },
  {
    noun: 'partner',
    list: '/manage-partners',
    columns: ['Name', 'Public site?', 'Keys', 'Last used'],
    newLink: { label: 'New Partner' },
    admins: true,
    shown: { record: '/partner/1', blank: '/partner/new' },
    form: { path: '/partner/2', fields: ['Name', 'Public site?'], change: 'Name', typed: ' by keys' },
    longest: [
      {
        path: '/partner/3',
        put: '/api/partners/update',
        data: { id: 3, partner: { api_user_name: longLine(95) } },
      },
    ],
  },
  {
    noun: 'event',
    list: '/webhooks',
    columns: ['Happened', 'Partner', 'Event', 'Of', 'Sent to', 'State', 'Tries', 'Last try', 'Last answer'],
    admins: true,
  },
  {
    noun: 'user',
    list: '/ric-users',
    columns: ['Email', 'Groups'],
    newLink: { label: 'New User' },
    admins: true,
    shown: { record: '/ric-user/1', blank: '/ric-user/new' },
    form: {
      path: '/ric-user/3',
      fields: ['Email', 'Name', 'Password', 'Confirm Password', 'sdgr', 'psgr', 'hotels', 'admin'],
      change: 'Name',
      typed: ' Keys',
    },
    longest: [
      {
        path: '/ric-user/4',
        put: '/api/ric_users/update',
        data: { ric_user: { id: 4, name: longLine(95) } },
      },
    ],
  },
];
