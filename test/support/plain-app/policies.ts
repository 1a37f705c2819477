import { Injectable } from '@nestjs/common';
import { everything, type Policy } from '../../../src/index.js';
import type { Course, Person } from './entities.js';

/** Everybody sees everything, and admins change it. */
@Injectable()
export class SchoolPolicy {
  scope() {
    return everything();
  }
  index() {
    return true;
  }
  store(user: Person) {
    return user.is_admin;
  }
  update(user: Person) {
    return user.is_admin;
  }
  delete(user: Person) {
    return user.is_admin;
  }
}

@Injectable()
export class CoursePolicy extends SchoolPolicy implements Policy<Course, Person> {
  managePeople(user: Person, course: Course) {
    return user.is_admin && course.status === 'open';
  }
}

@Injectable()
export class PersonPolicy extends SchoolPolicy implements Policy<Person, Person> {
  manageCourses(user: Person) {
    return user.is_admin;
  }
  detachCourses(user: Person, person: Person) {
    return user.id === person.id;
  }
}
