/* The areas of the catalogue for the tests of screens, so that a new area is one entry here. */

type Form = {
  path: string;
  /** Every label of the open form. */
  fields: string[];
  /** The text field to change, and the text to type into it. */
  change: string;
  typed: string;
};

/** The address of a record, and the call that gives it texts of the greatest length. */
type Filled = { path: string; put: string; data: object };

export type Area = {
  noun: string;
  list: string;
  /** The columns of its list, after View. */
  columns?: string[];
  /** Its New link; `admins` if only admins have it on a screen that everybody opens. */
  newLink?: { label: string; admins?: true };
  /** True if the screen is for admins only. */
  admins?: true;
  /** The addresses of a record and of the form of a new one. */
  shown?: { record: string; blank: string };
  form?: Form;
  longest?: Filled[];
};

const sentence = 'Whatever somebody has typed here is too long for the line that the form has for it. ';
export const line = (length: number): string => sentence.repeat(12).slice(0, length).trim();
export const word = (length: number): string => 'albondigas'.repeat(30).slice(0, length);
export const email = `${word(60)}@${word(60)}.example`;
export const lines = [line(300), 'A second line', '', line(150)].join('\n');

export const LONG_COURSE: Filled = {
  path: '/manage-course/21',
  put: '/api/courses/update',
  data: {
    id: 21,
    course: {
      display_name: line(140),
      email,
      phone: '+1 (619) 555-0199, extension 00010',
      address: line(190),
      address_2: word(190),
      city: line(95),
      subdivision: line(95),
      description: lines,
      image_url: `https://pictures.example/${word(280)}`,
      golfnow_course: { golfnow_id: word(60) },
    },
  },
};

export const AREAS: Area[] = [
  {
    noun: 'course',
    list: '/manage-courses',
    columns: ['Id', 'Course Name', 'Inactive?', 'Internal only?', 'Address', 'City', 'Phone', 'Email'],
    newLink: { label: 'New Course', admins: true },
    shown: { record: '/manage-course/1', blank: '/course/new' },
    form: {
      path: '/manage-course/2',
      fields: [
        'Course Name',
        'Website Display Name',
        'Email',
        'Phone',
        'Address',
        'Address 2',
        'City',
        'State/Province',
        'Zip/Postcode',
        'Country',
        'Golf Cart Rate',
        'Internal only?',
        'Realtime?',
        'Inactive?',
        'Golfswitch Course ID',
        'Golfswitch Course XID',
        'Golfnow Course ID',
        'Club Prophet Course ID',
        'Days out to scrape',
        'Daily realtime round limit',
        'Quality',
        'Position',
        'Minimum Price',
        'Maximum Price',
        'Distance From Airport',
        'Image URL',
        'Description',
      ],
      change: 'Description',
      typed: ' By keys.',
    },
    longest: [LONG_COURSE],
  },
  {
    noun: 'course group',
    list: '/manage-course-groups',
    columns: ['Group Name'],
    newLink: { label: 'New Course Group', admins: true },
    shown: { record: '/manage-course-group/1', blank: '/course-group/new' },
    form: { path: '/manage-course-group/3', fields: ['Group Name'], change: 'Group Name', typed: ' by keys' },
    longest: [
      {
        path: '/manage-course-group/2',
        put: '/api/course_groups/update',
        data: { id: 2, course_group: { group_name: line(95) } },
      },
    ],
  },
  {
    noun: 'rate',
    list: '/manage-rates',
    columns: ['Course', 'Days', 'Times', 'Dates', 'Rate', 'Disabled?', 'Archived?', 'I/Memo', 'Type'],
    newLink: { label: 'New Rate', admins: true },
    shown: { record: '/manage-rate/1', blank: '/manage-rate/new' },
    form: {
      path: '/manage-rate/1',
      fields: [
        'RIC Rate',
        'API Rate',
        'Rate',
        'Deposit',
        'Wholesale Rate',
        'Max Refund',
        'Commission',
        'Service fee',
        'Is dollars?',
        'Non Refundable Amount',
        'Course Balance',
        'Cancellation Hours',
        'Max Advance Days',
        'Disabled?',
        'Archived?',
        'Course',
        'Internal Memo',
        'External Memo',
        'Rate Sheet Note',
      ],
      change: 'Rate Sheet Note',
      typed: ' By keys.',
    },
    longest: [
      {
        path: '/manage-rate/61',
        put: '/api/rates/update',
        data: { id: 61, rate: { internal_memo: lines, external_memo: lines, rate_sheet_note: lines } },
      },
      { path: '/manage-rate/27', put: '/api/rates/update', data: { id: 27, rate: { type: 'ApiGolfRate' } } },
    ],
  },
  {
    noun: 'rental club',
    list: '/manage-rental-clubs',
    columns: ['Cost', 'Rate', 'Charge', 'Brand', 'Description', 'Handed', 'Sex', 'Course'],
    newLink: { label: 'New Rental Club', admins: true },
    shown: { record: '/rental-club/1', blank: '/rental-club/new/1' },
    form: {
      path: '/rental-club/1',
      fields: ['Cost', 'Rate', 'Charge', 'Brand', 'Description', 'Handed', 'Sex', 'Course', 'Quantity'],
      change: 'Description',
      typed: ' by keys',
    },
    longest: [
      {
        path: '/rental-club/5',
        put: '/api/rental-clubs/update',
        data: { id: 5, rentalClub: { brand: line(95), description: lines } },
      },
    ],
  },
  {
    noun: 'maintenance',
    list: '/manage-maintenances',
    columns: ['Start', 'End', 'Course', 'Description'],
    newLink: { label: 'New Maintenance', admins: true },
    shown: { record: '/maintenance/1', blank: '/maintenance/new/1' },
    form: {
      path: '/maintenance/2',
      fields: ['Start Date', 'End Date', 'Course', 'Description'],
      change: 'Description',
      typed: ' By keys.',
    },
    longest: [
      {
        path: '/maintenance/3',
        put: '/api/maintenances/update',
        data: { id: 3, maintenance: { description: lines } },
      },
    ],
  },
  {
    noun: 'holiday',
    list: '/manage-holidays',
    columns: ['Name', 'Start', 'End', 'Courses'],
    newLink: { label: 'New Holiday', admins: true },
    form: {
      path: '/holiday/2',
      fields: ['Name', 'Start Date', 'End Date'],
      change: 'Name',
      typed: ' by keys',
    },
    longest: [
      { path: '/holiday/3', put: '/api/holidays/update', data: { id: 3, holiday: { name: line(95) } } },
    ],
  },
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
            email,
            primary_phone: '+1 (619) 555-0199, extension 00010',
            address: line(190),
            address_2: word(190),
            city: line(95),
            subdivision: line(95),
            legacy_address: lines,
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
          discount: { code: word(50), courses: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => ({ id })) },
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
            who_from: line(95),
            greeting: lines,
            internal_memo: lines,
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
        data: { id: 4, helpful_link: { url: `https://long.example/${word(240)}`, description: line(190) } },
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
        data: { id: 3, partner: { api_user_name: line(95) } },
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
      { path: '/ric-user/4', put: '/api/ric_users/update', data: { ric_user: { id: 4, name: line(95) } } },
    ],
  },
];
