import { Injectable } from '@nestjs/common';
import { everything, where, type Key, type Policy, type Scope } from '../../../src/index.js';
import type { Badge, Club, Course, Player } from './entities.js';

/** The calls of policies with their records: `attachClubs 1 <key>`. A test may have one refuse. */
@Injectable()
export class PolicyCalls {
  private questions: string[] = [];
  readonly refused = new Set<string>();
  /** Runs once, during the first call: a concurrent request. */
  meanwhile: (() => Promise<unknown>) | null = null;

  async note(question: string): Promise<boolean> {
    this.questions.push(question);
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    return !this.refused.has(question);
  }

  /** The calls since the last time. */
  take(): readonly string[] {
    const taken = this.questions;
    this.questions = [];
    return taken;
  }
}

@Injectable()
export class PlayerPolicy implements Policy<Player, Player> {
  constructor(private readonly calls: PolicyCalls) {}

  scope(): Scope<Player> {
    return everything();
  }
  index() {
    return true;
  }
  attachClubs(_user: Player, player: Player, club: Club) {
    return this.calls.note(`attachClubs ${player.name} ${club.name}`);
  }
  detachClubs(_user: Player, player: Player, club: Club) {
    return this.calls.note(`detachClubs ${player.name} ${club.name}`);
  }
  syncClubs(_user: Player, player: Player, keys: readonly Key[]) {
    return this.calls.note(`syncClubs ${player.name} ${keys.length}`);
  }
  attachCourses() {
    return Promise.resolve(true);
  }
  detachCourses() {
    return true;
  }
  syncCourses() {
    return true;
  }
  attachFriends() {
    return true;
  }
  detachFriends() {
    return true;
  }
  syncFriends() {
    return true;
  }
  attachBadges() {
    return true;
  }
  detachBadges() {
    return true;
  }
  syncBadges() {
    return true;
  }
}

/** Secret clubs are seen by trainers only. */
@Injectable()
export class ClubPolicy implements Policy<Club, Player> {
  scope(user: Player): Scope<Club> {
    return user.isTrainer ? everything() : where({ secret: false });
  }
  index() {
    return true;
  }
  attachPlayers() {
    return true;
  }
  detachPlayers() {
    return true;
  }
  syncPlayers() {
    return true;
  }
  attachBadges() {
    return true;
  }
  syncBadges() {
    return true;
  }
}

@Injectable()
export class CoursePolicy implements Policy<Course, Player> {
  scope(): Scope<Course> {
    return everything();
  }
  index() {
    return true;
  }
  attachPlayers() {
    return true;
  }
}

@Injectable()
export class BadgePolicy implements Policy<Badge, Player> {
  scope(): Scope<Badge> {
    return everything();
  }
  index() {
    return true;
  }
  attachClubs() {
    return true;
  }
  detachClubs() {
    return true;
  }
  syncClubs() {
    return true;
  }
}
