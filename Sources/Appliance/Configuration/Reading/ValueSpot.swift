/// Where a value form stands while it reads: the key's path and the list for problems.
package struct ValueSpot {
    /// `panel.watch[2]`.
    package let path: String
    package let problems: ProblemList

    package init(path: String, problems: ProblemList) {
        self.path = path
        self.problems = problems
    }

    /// The same for an element of an array, counted from 1 as people do.
    package func element(_ index: Int) -> ValueSpot {
        ValueSpot(path: "\(path)[\(index + 1)]", problems: problems)
    }

    /// Reports that `node` will not do.
    package func refuse(_ node: TOMLNode, _ reason: String, remedy: String = "") {
        problems.add(
            ConfigurationProblem(
                place: node.place,
                key: path,
                value: node.shown,
                reason: reason,
                remedy: remedy
            )
        )
    }
}
