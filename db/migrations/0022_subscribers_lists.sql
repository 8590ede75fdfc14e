-- Whoever told what they were searching for had signed up on the home page.
update subscribers set list = 'updates' where query is not null;
