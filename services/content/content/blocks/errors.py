from kit.errors import Conflict, NotFound


class BranchNotFound(NotFound):
    code = "branch_not_found"


class BranchShown(Conflict):
    code = "branch_shown"
