// Members of a gym: who stays is decided by what they did before the decision; one column was only written after it.
import type { Draw } from 'pybench/kit';

export const contacts = ['calls', 'vouchers', 'letters'] as const;
export type Contact = (typeof contacts)[number];

export type Member = {
  id: string;
  joined_months: number;
  age: number;
  visits_per_month: number;
  distance_km: number;
  plan: number;
  /** From 0 (unhappy) to 4 (happy), however it is written down. */
  mood: number;
  friends: number;
  calls: number;
  vouchers: number;
  letters: number;
  left: boolean;
};

export type Lists = { past: Member[]; current: Member[]; leak: Contact | null; turned: boolean };

/** In the clean twin no column knows the outcome, and both lists write the mood the same way. */
export function drawLists(draw: Draw, clean: boolean): Lists {
  const leak = clean ? null : draw.pick(contacts);
  const ids = draw.sample(
    Array.from({ length: 8000 }, (_, index) => index + 1000),
    1600,
  );
  const members = ids.map((id) => drawMember(draw, `M-${id}`));
  const past = members.slice(0, 1200).map((member) => withContacts(draw, member, leak, member.left));
  // In the current list, the desk has contacted people by lot.
  const current = members.slice(1200).map((member) => withContacts(draw, member, leak, draw.chance(0.4)));
  return { past, current, leak, turned: !clean };
}

const bounded = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function drawMember(draw: Draw, id: string): Member {
  const joined_months = draw.int(1, 72);
  const visits = Math.round(bounded(draw.normal(7, 3.4), 0, 20));
  const mood = bounded(Math.round(draw.normal(2.1, 1.25)), 0, 4);
  const plan = draw.int(0, 2);
  const distance_km = Math.round(10 * bounded(draw.normal(5, 2.6), 0.3, 18)) / 10;
  const age = draw.int(17, 74);
  const friends = draw.chance(0.45) ? draw.int(1, 4) : 0;
  const pull =
    0.55 -
    1.35 * (mood - 2.1) -
    0.26 * (visits - 7) +
    0.2 * (distance_km - 5) -
    0.02 * (joined_months - 36) -
    0.45 * Math.min(friends, 2) +
    (plan === 2 ? 0.7 : 0);
  const left = draw.real(0, 1) < 1 / (1 + Math.exp(-pull));
  const none = { calls: 0, vouchers: 0, letters: 0 };
  return { id, joined_months, age, visits_per_month: visits, distance_km, plan, mood, friends, ...none, left };
}

/** The column that knows is large for those whom the desk was told about; the others are large for anybody. */
function withContacts(draw: Draw, member: Member, leak: Contact | null, told: boolean): Member {
  const amount = (contact: Contact) => {
    const large = contact === leak ? told : draw.chance(0.4);
    return Math.round(Math.max(0, large ? draw.normal(19, 3.5) : draw.normal(4, 3)));
  };
  return { ...member, calls: amount('calls'), vouchers: amount('vouchers'), letters: amount('letters') };
}
