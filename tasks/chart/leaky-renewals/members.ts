// Members of a gym. Renewal depends on club, plan and their interaction with behaviour, which only the past list shows: an
// effect that common sense expects holds under some plans and is reversed under others. One column was filled in after the decision.
import type { Draw } from 'pybench/kit';

export const contacts = ['calls', 'vouchers', 'letters'] as const;
type Contact = (typeof contacts)[number];

export const PLANS = 3;
export const CLUBS = 4;
export const PAYMENTS = 3;

export type Member = {
  id: string;
  joined_months: number;
  age: number;
  visits_per_month: number;
  distance_km: number;
  plan: number;
  club: number;
  payment: number;
  /** From 0 (unhappy) to 4 (happy), independent of the scale in the file. */
  mood: number;
  friends: number;
  calls: number;
  vouchers: number;
  letters: number;
  left: boolean;
};

export type Lists = { past: Member[]; current: Member[]; leak: Contact | null; turned: boolean };

/** The coefficients of this gym; drawn for each instance. */
interface Habits {
  readonly club: readonly number[];
  readonly payment: readonly number[];
  /** By plan: the effect of one step of satisfaction, and of one more visit. */
  readonly mood: readonly number[];
  readonly visit: readonly number[];
  /** Whether middle-aged members leave, or young and old ones. */
  readonly age: number;
  readonly joined: number;
}

/** In the clean twin no column leaks the outcome, and both lists use the same scale of satisfaction. */
export function drawLists(draw: Draw, clean: boolean): Lists {
  const leak = clean ? null : draw.pick(contacts);
  const habits: Habits = {
    club: draw.shuffle([-0.85, -0.25, 0.25, 0.85]),
    payment: draw.shuffle([-0.35, 0, 0.35]),
    mood: draw.shuffle([-2.2, -1.8, 2.1]),
    visit: draw.shuffle([-0.36, 0, 0.36]),
    age: draw.pick([-1, 1]),
    joined: draw.pick([-1, 1]),
  };
  const ids = draw.sample(
    Array.from({ length: 8000 }, (_, index) => index + 1000),
    4600,
  );
  const members = ids.map((id) => drawMember(draw, `M-${id}`, habits));
  const past = members.slice(0, 4000).map((member) => withContacts(draw, member, leak, member.left));
  // In the current list, the contacted members are drawn at random.
  const current = members.slice(4000).map((member) => withContacts(draw, member, leak, draw.chance(0.4)));
  return { past, current, leak, turned: !clean };
}

const bounded = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** High at both ends. */
const square = (value: number) => value * value - 1;

function drawMember(draw: Draw, id: string, habits: Habits): Member {
  const joined_months = draw.int(1, 72);
  const visits = Math.round(bounded(draw.normal(7, 3.4), 0, 20));
  const mood = bounded(Math.round(draw.normal(2.1, 1.25)), 0, 4);
  const [plan, club, payment] = [draw.int(0, PLANS - 1), draw.int(0, CLUBS - 1), draw.int(0, PAYMENTS - 1)];
  const distance_km = Math.round(10 * bounded(draw.normal(5, 2.6), 0.3, 18)) / 10;
  const age = draw.int(17, 74);
  const friends = draw.chance(0.45) ? draw.int(1, 4) : 0;
  const pull =
    (habits.club[club] ?? 0) +
    (habits.payment[payment] ?? 0) +
    (habits.mood[plan] ?? 0) * (mood - 2.1) +
    (habits.visit[plan] ?? 0) * (visits - 7) +
    0.85 * habits.age * square((age - 45.5) / 16.7) +
    0.85 * habits.joined * square((joined_months - 36.5) / 20.8) +
    0.07 * (distance_km - 5) -
    0.18 * Math.min(friends, 2);
  const left = draw.real(0, 1) < 1 / (1 + Math.exp(-pull));
  const none = { calls: 0, vouchers: 0, letters: 0 };
  const rest = { plan, club, payment, mood, friends, ...none, left };
  return { id, joined_months, age, visits_per_month: visits, distance_km, ...rest };
}

/** The leaking column is large for members who left; the other contact columns are independent of the outcome. */
function withContacts(draw: Draw, member: Member, leak: Contact | null, told: boolean): Member {
  const amount = (contact: Contact) => {
    const large = contact === leak ? told : draw.chance(0.4);
    return Math.round(Math.max(0, large ? draw.normal(19, 3.5) : draw.normal(4, 3)));
  };
  return { ...member, calls: amount('calls'), vouchers: amount('vouchers'), letters: amount('letters') };
}
