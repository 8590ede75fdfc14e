import * as afterwards from './afterwards.ts';
import * as buying from './buying.ts';
import * as elsewhere from './elsewhere.ts';
import { sqlState } from '#app/database/db.server.ts';
import { Person } from './person.ts';
import type { Step } from './plan.ts';
import { Refused, type Visitor, type World } from './world.ts';

/** Lets all visitors do what the plan has for them, at once, until it is done or time is up. */
export async function runVisitors(world: World, isOver: () => Promise<boolean>): Promise<void> {
  await Promise.all(world.plan.visitors.map((steps) => runVisitor(world, steps, isOver)));
}

async function runVisitor(
  world: World,
  steps: Step[],
  isOver: () => Promise<boolean>,
): Promise<void> {
  const visitor: Visitor = {
    person: new Person(world.pair),
    bought: [],
    subscribed: [],
    disputes: [],
    decided: [],
  };
  for (const step of steps) {
    if (await isOver()) return;
    if (step.isNewBrowser) visitor.person = new Person(world.pair);
    try {
      await perform(world, visitor, step);
      world.tally.add(step.does, 'succeeded');
    } catch (error) {
      const outcome = error instanceof Refused ? 'refused' : 'failed';
      world.tally.add(step.does, outcome, error instanceof Error ? error.message : String(error));
      // Over HTTP it would have been a 500.
      if (sqlState(error) === '40P01') world.problems.push(`a deadlock ended “${step.does}”`);
    }
  }
}

function perform(world: World, visitor: Visitor, step: Step): Promise<void> {
  switch (step.does) {
    case 'fund':
    case 'fund several':
    case 'fight for the rest':
      return buying.fund(world, visitor, step);
    case 'abandon':
      return buying.abandon(world, visitor, step);
    case 'expire':
      return buying.expire(world, visitor, step);
    case 'pay by bank':
      return buying.payByBank(world, visitor, step);
    case 'donate':
    case 'subscribe':
      return buying.donate(world, visitor, step);
    case 'renew':
      return afterwards.renew(world, visitor, step);
    case 'refund':
      return afterwards.refund(world, visitor, step);
    case 'move':
      return afterwards.move(world, visitor, step);
    case 'refund a product':
      return afterwards.refundWholeProduct(world, visitor, step);
    case 'dispute':
      return afterwards.dispute(world, visitor, step);
    case 'close a dispute':
      return afterwards.closeDispute(world, visitor, step);
    case 'decide again':
      return afterwards.decideAgain(world, visitor, step);
    case 'pay elsewhere':
      return elsewhere.payElsewhere(world, visitor, step);
    case 'move the balance':
      return elsewhere.moveTheBalance(world, visitor, step);
  }
}
