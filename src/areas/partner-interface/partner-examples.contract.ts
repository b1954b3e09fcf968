const price = {
  raw_charge: 41_200,
  raw_rental: 0,
  raw_discount: 5_000,
  raw_gift_certificate: 0,
  raw_total: 36_200,
  charge: '412.00',
  rental: '0.00',
  discount: '50.00',
  gift_certificate: '0.00',
  total: '362.00',
};
const customer = {
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.com',
  postcode: '92037',
  primary_phone: '619 555 0100',
};
const open_time = {
  id: 7101,
  course_id: 1,
  course_name: 'Torrey Pines South',
  play_date: '2026-12-05',
  play_time: '07:42',
  starts_at: '2026-12-05T15:42:00.000Z',
  holes: 18,
  starting_side: 'Front',
  raw_rate: 9_800,
  raw_service_fee: 500,
  rate: '98.00',
  service_fee: '5.00',
  raw_charge: 41_200,
  charge: '412.00',
};
const toPrice = {
  open_time_id: 7101,
  players: 4,
  discount_code: 'FALL50',
  gift_cert_serial: '',
  rental_clubs: [],
};
const booking = {
  id: 90210,
  status: 'booked',
  confirmation: 'INTERNAL',
  course_id: 1,
  course_name: 'Torrey Pines South',
  play_date: '2026-12-05',
  play_time: '07:42',
  players: 4,
  price,
};
const operationId = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

export const courses = {
  action: 'List courses',
  says: 'The courses that are granted to you, with the clubs that they rent out.',
  example: {
    answer: {
      courses: [
        {
          id: 1,
          course_name: 'Torrey Pines South',
          display_name: 'Torrey Pines South Course',
          address: '11480 N Torrey Pines Rd',
          city: 'La Jolla',
          subdivision: 'CA',
          postcode: '92037',
          country_alpha2: 'US',
          phone: '858 555 0100',
          description: '',
          image_url: '',
          time_zone: 'America/Los_Angeles',
          rental_clubs: [
            { id: 11, brand: 'Callaway', description: 'Full set', raw_charge: 6_500, charge: '65.00' },
          ],
        },
      ],
    },
  },
} as const;

export const search = {
  action: 'Search tee times',
  says: 'Open times of one day in which there is room for a party, with what they cost, by time; of the courses that are granted to you.',
  example: {
    query: { date: '2026-12-05', players: 4, course_ids: '1,2', from: '07:00', to: '12:00' },
    answer: { open_times: [{ ...open_time, spots: [1, 2, 3, 4] }], has_more: false },
  },
} as const;

export const quote = {
  action: 'Book',
  says: 'What an open time costs with a discount, a gift certificate and clubs. Nothing is held. What is booked begins as INTERNAL, and you may cancel it.',
  example: {
    body: toPrice,
    answer: { open_time, players: 4, price, discount_code: 'FALL50', gift_certificate: null },
  },
} as const;

export const book = {
  action: 'Book',
  says: 'Books an open time, no further than its spots: charges the card once, sends the receipts. Its confirmation is INTERNAL until the course has confirmed it; you may cancel it before and after.',
  example: {
    body: { ...toPrice, customer, card: { token: 'pm_1MqLiJLkdIwHu7ixUEgbFdYF' }, shown_total: 36_200 },
    answer: booking,
  },
} as const;

const ownBooking = {
  says: 'A booking of yours as it stands now.',
  example: {
    params: { id: 90210 },
    answer: {
      ...booking,
      customer: { first_name: 'Ana', last_name: 'Silva', email: 'ana@example.com' },
      paid_by_card: true,
      raw_refunded: 0,
      refunded: '0.00',
      created_at: '2026-11-23T17:00:00.000Z',
      canceled_at: null,
    },
  },
} as const;
export { ownBooking as booking };

export const cancel = {
  action: 'Cancel',
  says: 'Cancels a booking of yours, with the refund that its terms allow or with none; one that is INTERNAL until its play time, and the office calls the course.',
  example: {
    params: { id: 90210 },
    body: { refund: 'standard' },
    answer: {
      id: 90210,
      status: 'canceled',
      raw_refunded: 36_200,
      refunded: '362.00',
      message: 'The tee time is canceled. $362.00 goes back to the card.',
    },
  },
} as const;

export const leaveLead = {
  action: 'Leave a lead',
  says: 'Lets a customer wait for a time: the desk calls them once there is one. A card may be left for it.',
  example: {
    body: { course_id: 1, lead_date: '2026-12-05', play_time: '08:00', players: 4, customer },
    answer: { id: 5150, open_times: [{ id: 7101, play_time: '07:42' }] },
  },
} as const;

export const balance = {
  action: 'Book',
  says: 'What can be spent of a gift certificate. Serials that there are not are counted.',
  example: {
    body: { gift_cert_serial: 'GC-DEMO-1000' },
    answer: { serial: 'GC-DEMO-1000', raw_balance: 10_000, balance: '100.00', course_id: null },
  },
} as const;

export const sellQuote = {
  action: 'Sell a gift certificate',
  says: 'What a gift certificate costs today.',
  example: {
    body: { course_id: null, value: '100.00' },
    answer: { raw_value: 10_000, value: '100.00', raw_price: 9_000, price: '90.00' },
  },
} as const;

export const sell = {
  action: 'Sell a gift certificate',
  says: 'Sells a gift certificate: charges the card once, sends the certificate to the recipient and the receipt to the purchaser.',
  example: {
    body: {
      course_id: null,
      value: '100.00',
      shown_price: 9_000,
      purchaser: customer,
      recipient: { first_name: 'Rui', last_name: 'Silva', email: 'rui@example.com' },
      who_from: 'Ana',
      greeting: 'Happy birthday!',
      card: { token: 'pm_1MqLiJLkdIwHu7ixUEgbFdYF' },
    },
    answer: {
      id: 640,
      serial: 'GC-7K4M-9QXT-2HWB-P3DV',
      raw_value: 10_000,
      value: '100.00',
      raw_price: 9_000,
      price: '90.00',
    },
  },
} as const;

export const operation = {
  says: 'What became of a request whose outcome was not known: ask every few seconds until it is settled.',
  example: {
    params: { id: operationId },
    answer: { id: operationId, kind: 'book', state: 'settled', result: booking, error: null },
  },
} as const;

export const cardFields = {
  says: "Where a card becomes a token: the gateway's own fields on your page.",
  example: {
    answer: {
      gateway: 'stripe',
      script: 'https://js.stripe.com/endive/stripe.js',
      publishable_key: 'pk_live_1',
      tokens_url: null,
    },
  },
} as const;
